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
export async function notePerson(
  databaseOf: (shard: string) => SendTransaction | null,
  event: PersonEvent,
  shard: string,
): Promise<void> {
  const { organizationId, actor, action, outcome, details } = event;
  const rows = await databaseOf(shard)?.([
    {
      text: `select stela.note_person($1::uuid, $2::text, $3::text, $4::text, $5::jsonb) as "movedTo"`,
      params: [organizationId, actor, action, outcome, JSON.stringify(details)],
    },
  ]);
  const movedTo = rows?.[0]?.[0]?.["movedTo"];
  if (typeof movedTo === "string") await notePerson(databaseOf, event, movedTo);
}
