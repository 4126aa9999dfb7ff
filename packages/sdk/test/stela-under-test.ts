import { inject } from "vitest";
import { Stela } from "../src/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The API under test: in workerd, on Postgres. */
    stela: { apiUrl: string; apiKey: string; proposerKey: string };
  }
}

/** Where the API under test is: what the test run provides, or `STELA_TEST_API_URL` and `STELA_TEST_API_KEY`. */
export function apiUnderTest(): { baseUrl: string; apiKey: string } {
  const { STELA_TEST_API_URL, STELA_TEST_API_KEY } = process.env;
  const provided = inject("stela");
  const baseUrl = provided?.apiUrl ?? STELA_TEST_API_URL;
  const apiKey = provided?.apiKey ?? STELA_TEST_API_KEY;
  if (!baseUrl || !apiKey)
    throw new Error("These tests need a running API: set STELA_TEST_API_URL and STELA_TEST_API_KEY");
  return { baseUrl, apiKey };
}

export function stelaUnderTest(): Stela {
  return new Stela(apiUnderTest());
}

/** A client whose key may read and propose, and nothing else. */
export function proposerUnderTest(): Stela {
  const apiKey = inject("stela")?.proposerKey ?? process.env["STELA_TEST_PROPOSER_KEY"];
  if (!apiKey) throw new Error("These tests need a key that may propose: set STELA_TEST_PROPOSER_KEY");
  return new Stela({ ...apiUnderTest(), apiKey });
}

/** A container that no other test and no earlier run has used. */
export function freshContainerTag(): string {
  return `test:${crypto.randomUUID()}`;
}
