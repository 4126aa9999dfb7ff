import { hasSignal as isHeard, SIGNALS as PHRASES } from "@stela/core/extraction/signals";

/** Phrases by which a user says something that holds from now on, in lower case: "from now on", "以后都", … */
export const SIGNALS: readonly string[] = PHRASES;

/** Whether a text has one of the phrases: what it says should be remembered at once. */
export function hasSignal(text: string, phrases: readonly string[] = SIGNALS): boolean {
  return isHeard(text, phrases);
}
