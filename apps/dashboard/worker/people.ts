import type { Scope } from "./roles.ts";

/** What the API's Worker offers over the binding `PEOPLE`. */
export interface People {
  /** A token to act for a person in an organization; null when the API knows no such organization. */
  token(
    request: {
      readonly organizationId: string;
      readonly personId: string;
      readonly scopes: readonly Scope[];
      readonly expiresInSeconds: number;
    },
    shard: string,
  ): Promise<{ readonly token: string; readonly expiresAt: string } | null>;
  /** Notes an event in the organization's audit trail. */
  note(event: PersonEvent, shard: string): Promise<void>;
}

export interface PersonEvent {
  readonly organizationId: string;
  /** `person:<id>`, or `person:unknown`. */
  readonly actor: string;
  readonly action:
    | "person.sign_in"
    | "person.sign_out"
    | "person.invite"
    | "person.join"
    | "person.change_role"
    | "person.remove";
  readonly outcome: "done" | "refused";
  readonly details: Readonly<Record<string, string>>;
}
