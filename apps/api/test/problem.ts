import { expect } from "vitest";
import type { Answer } from "./organization.ts";

/** Holds an answer to be a whole problem document of that status and code. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  const { body, headers } = answer;
  expect({ status: answer.status, code: body?.code }, JSON.stringify(body)).toEqual({ status, code });
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(body).toMatchObject({
    type: `/docs#${code}`,
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    requestId: headers.get("x-request-id"),
  });
  expectNames(answer);
}

/** What every answer carries: the name of its request and what it spent. */
export function expectNames({ headers }: Answer): void {
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
  expect(headers.get("server-timing")).toMatch(/^total;dur=\d+\.\d, db;dur=\d+\.\d, roundtrips;desc="\d+"$/);
}
