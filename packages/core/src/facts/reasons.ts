import type { RememberedFact } from "./schema.ts";

const DETAILS: Readonly<Record<RememberedFact["reason"], string>> = {
  new: "Nothing like it was known.",
  same_key: "The fact of this key says this now; what it said before is a revision.",
  said_again: "It was not active any more and was said again.",
  same_text: "This is known already.",
  alike: "An active fact says much the same.",
  says_it_changed: "It says that something changed, so the fact before it is outdated.",
  other_value: "It gives another value, so the fact before it is outdated.",
  older: "It is older than what is known.",
  small_talk: "It is small talk.",
  too_short: "There is too little in it.",
  question: "It is a question.",
  secret: "It looks like it contains a secret.",
};

/** The reason as a sentence. */
export function detailOf(outcome: RememberedFact["outcome"], reason: RememberedFact["reason"]): string {
  return outcome === "proposed" ? `It waits for a person to approve it. ${DETAILS[reason]}` : DETAILS[reason];
}
