import { randomBytes } from "node:crypto";
import { uuidV7 } from "@stela/core/ids";

/** An id for a row that is made outside the database and the Worker. */
export function newId(): string {
  return uuidV7(Date.now(), randomBytes(10));
}
