import { Proposal } from "@stela/core/proposals/schema";

/** What a write of documents answers a key that may only propose: serve-route.ts gives it, whatever the route. */
export const SAVED_FOR_REVIEW = { 202: Proposal };
