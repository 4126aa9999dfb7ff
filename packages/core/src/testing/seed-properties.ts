import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where random properties start: the same in every run, so that a run says something of the change and not of chance. */
    readonly propertySeed: number;
  }
}

// A run with STELA_TEST_SEED=$RANDOM hunts; a failure prints the seed that it takes to see it again.
fc.configureGlobal({ seed: inject("propertySeed") });
