/** A request that is answered with this status and no SQLSTATE, since Postgres had no say in it. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
