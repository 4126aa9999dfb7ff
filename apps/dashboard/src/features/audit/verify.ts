import type { Verification } from "@stela/sdk";
import { stela } from "../../lib/stela.ts";

export interface Verified {
  readonly seals: number;
  readonly events: number;
  readonly problem: Verification["problem"];
  readonly head: Verification["head"];
  readonly unsealedEvents: number;
}

export const NOTHING_VERIFIED: Verified = { seals: 0, events: 0, problem: null, head: null, unsealedEvents: 0 };

/** Goes through all seals, page by page, up to the first that does not hold. `known` is a seal that was kept, or empty. */
export async function verifyTrail(
  known: string,
  signal: AbortSignal,
  onProgress: (verified: Verified) => void,
): Promise<Verified> {
  let verified = NOTHING_VERIFIED;
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: Verification = await stela.audit.verify(
      { ...(known !== "" && { known }), ...(cursor !== null && { cursor }) },
      { signal },
    );
    const { problem, head, unsealedEvents } = page;
    verified = {
      seals: verified.seals + page.seals,
      events: verified.events + page.events,
      problem,
      head,
      unsealedEvents,
    };
    onProgress(verified);
    if (problem !== null) return verified;
    cursor = page.nextCursor;
  }
  return verified;
}
