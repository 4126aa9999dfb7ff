import { DomainError } from "@stela/core/errors";
import { logFailure } from "../middleware/log-failures.ts";
import type { StreamedAnswer } from "../route.ts";

/** Sends text as it is taken, and no faster. A failure on the way is logged and becomes the last line: the status is sent already. */
export function streamText(
  { chunks, failureLine }: StreamedAnswer,
  requestId: string,
  route: string,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        logFailure(error, requestId, route);
        const known = error instanceof DomainError ? error : new DomainError("internal", "Something went wrong here.");
        controller.enqueue(encoder.encode(failureLine({ code: known.code, detail: known.message, requestId })));
        controller.close();
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
