import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the answer is something, or until timeoutMs have passed: then undefined. */
export async function waitFor<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  { timeoutMs, everyMs = 20 }: { timeoutMs: number; everyMs?: number },
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() >= deadline) return undefined;
    await sleep(everyMs);
  }
}
