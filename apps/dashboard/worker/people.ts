import type { PersonEvent } from "@stela/core/people/note-person";
import type { PersonToken, PersonTokenRequest } from "@stela/core/people/person-token";

/** What the API's Worker offers over the binding `PEOPLE`. */
export interface People {
  /** A token to act for a person in an organization; null when the API knows no such organization. */
  token(request: PersonTokenRequest, shard: string): Promise<PersonToken | null>;
  /** Notes an event in the organization's audit trail. */
  note(event: PersonEvent, shard: string): Promise<void>;
}
