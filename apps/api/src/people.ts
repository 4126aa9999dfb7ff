import { WorkerEntrypoint } from "cloudflare:workers";
import { uuidV7 } from "@stela/core/ids";
import { notePerson, type PersonEvent } from "@stela/core/people/note-person";
import { type PersonToken, type PersonTokenRequest, personToken } from "@stela/core/people/person-token";
import { openDatabase } from "./database.ts";
import type { Env } from "./env.ts";
import { shardUrl } from "./shards.ts";

/**
 * What the dashboard's Worker asks for over its service binding, which no request from outside reaches. It vouches for the people:
 * nothing here asks for a key.
 */
export class People extends WorkerEntrypoint<Env> {
  /** Null when there is no such organization. */
  token(request: PersonTokenRequest, shard: string): Promise<PersonToken | null> {
    const newId = () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
    return personToken({ secret: this.env.SIGNING_SECRET, newId, databaseOf: this.#databaseOf }, request, shard);
  }

  note(event: PersonEvent, shard: string): Promise<void> {
    return notePerson(this.#databaseOf, event, shard);
  }

  readonly #databaseOf = (shard: string) => {
    const url = shardUrl(this.env, shard);
    return url === null ? null : openDatabase(this.env, url, { roundTrips: 0, elapsedMs: 0 });
  };
}
