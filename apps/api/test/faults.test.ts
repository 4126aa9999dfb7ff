import { beforeAll, describe, expect, test } from "vitest";
import { type MortalDatabase, mortalDatabase } from "./database.ts";
import { type Answer, call, documentPath, newOrganization, type Organization, runCommand } from "./organization.ts";
import { expectProblem } from "./problem.ts";

const TAG = "faults";
const WRITERS = 12;
const EDITS = 25;

let database: MortalDatabase;
let organization: Organization;
beforeAll(async () => {
  database = await mortalDatabase();
  organization = await newOrganization(database);
}, 60_000);

const path = (writer: number) => `/memories/${writer}`;
const lines = (writer: number, count: number) =>
  Array.from({ length: count }, (_, edit) => `${writer}:${edit}\n`).join("");

describe("when Postgres is killed under load", () => {
  test("what is in flight is answered 503, what was acknowledged is kept, retries apply once, and service resumes by itself", async () => {
    for (let writer = 0; writer < WRITERS; writer++)
      await runCommand(organization, TAG, { command: "create", path: path(writer), file_text: "" });
    const refused: Answer[] = [];
    let acknowledged = 0;
    const { promise: isUnderLoad, resolve: underLoad } = Promise.withResolvers<void>();
    const { promise: isNoticed, resolve: noticed } = Promise.withResolvers<void>();

    const write = async (writer: number): Promise<void> => {
      for (let edit = 0; edit < EDITS; edit++) {
        const headers = { "idempotency-key": `${writer}:${edit}` };
        for (;;) {
          const answer = await organization.call("POST", `${documentPath(TAG, path(writer))}/edits`, {
            body: { edits: [{ append: `${writer}:${edit}\n` }] },
            headers,
          });
          if (answer.status === 200) {
            // Acknowledged means kept: this answer and each after it holds all lines up to here, once.
            expect(answer.body.content).toBe(lines(writer, edit + 1));
            break;
          }
          refused.push(answer);
          if (refused.length === WRITERS * 2) noticed();
        }
        if (++acknowledged === WRITERS * 5) underLoad();
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await isUnderLoad;
    await database.kill();
    await isNoticed;

    const health = await call("GET", "/healthz", { database });
    expectProblem(health, 503, "unavailable");
    const reading = await organization.call("GET", documentPath(TAG, path(0)));
    expectProblem(reading, 503, "unavailable");
    const viewing = await runCommand(organization, TAG, { command: "view", path: "/memories" });
    expectProblem(viewing, 503, "unavailable");

    await database.start();
    await writing;
    for (const answer of [...refused, health, reading, viewing]) {
      expectProblem(answer, 503, "unavailable");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|ECONN|terminat|postgres/i);
    }
    for (let writer = 0; writer < WRITERS; writer++) {
      const { body } = await organization.call("GET", documentPath(TAG, path(writer)));
      expect({ content: body.content, version: body.version }).toEqual({
        content: lines(writer, EDITS),
        version: EDITS + 1,
      });
    }
    expect((await call("GET", "/healthz", { database })).body).toEqual({ status: "ok" });
  });
});
