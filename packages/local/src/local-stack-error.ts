/** A failure of the local stack that a person can act on: the message is one or more whole sentences, the way out included. */
export class LocalStackError extends Error {
  override readonly name = "LocalStackError";
}
