import { NeonDbError } from "@neondatabase/serverless";

/** The driver's error that the query ends in; fails when it ends otherwise. */
export async function failureOf(query: PromiseLike<unknown>): Promise<NeonDbError> {
  try {
    await query;
  } catch (error) {
    if (error instanceof NeonDbError) return error;
    throw error;
  }
  throw new Error("The query did not fail.");
}
