import type { SendTransaction } from "../db/run.ts";

/** An event of a person's that is no request to the API. */
export interface PersonEvent {
  readonly organizationId: string;
  /** `person:<id>`, or `person:unknown` for a sign-in that failed. */
  readonly actor: string;
  readonly action:
    | "person.sign_in"
    | "person.sign_out"
    | "person.invite"
    | "person.join"
    | "person.change_role"
    | "person.remove";
  readonly outcome: "done" | "refused";
  /** Names and roles; never a password. */
  readonly details: Readonly<Record<string, string>>;
}

/** Notes it in the organization's audit trail. One for an organization that there is not is forgotten. */
export async function notePerson(send: SendTransaction, event: PersonEvent): Promise<void> {
  const { organizationId, actor, action, outcome, details } = event;
  await send([
    {
      text: "select stela.note_person($1::uuid, $2::text, $3::text, $4::text, $5::jsonb)",
      params: [organizationId, actor, action, outcome, JSON.stringify(details)],
    },
  ]);
}
