import type { StoredProposal } from "./schema.ts";

/**
 * Thrown where a write was not made but kept for a person, because its key may only propose: no verb has to know of it, and none can
 * mistake the one for the other.
 */
export class SavedForReview extends Error {
  readonly proposal: StoredProposal;

  constructor(proposal: StoredProposal) {
    super("The write waits for review.");
    this.name = "SavedForReview";
    this.proposal = proposal;
  }
}
