import { Stela } from "@stela/sdk";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import {
  type Load,
  MOVED_FILES,
  PLACES,
  prepare,
  SHARED,
  SMALL_DOCUMENTS,
  SMALL_TAG,
  startLoad,
} from "./kill-rounds/load.ts";
import { sealOnce, startSealing } from "./kill-rounds/sealing.ts";
import { type BreakableService, startBreakableService } from "./kill-rounds/service.ts";
import { arrivals, marksIn, readTruth, type Truth } from "./kill-rounds/truth.ts";

const ROUNDS = 50;
const MOST_WRITES_BETWEEN_KILLS = 80;

test("workerd and Postgres are killed 50 times under mixed load, and every invariant holds afterwards", {
  timeout: 600_000,
}, async () => {
  const seed = Number(process.env["KILL_ROUNDS_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
  onTestFailed(() => {
    process.stderr.write(`The kills can be chosen again with KILL_ROUNDS_SEED=${seed}\n`);
  });
  const service = await startBreakableService();
  onTestFinished(() => service.stop());
  await prepare(service);
  const load = startLoad(service);
  const stopSealing = startSealing(service.ownerUrl);

  await killInRounds(service, load, randomness(seed));
  await load.finish();
  await stopSealing();

  const truth = await readTruth(service.ownerUrl, service.organizationId);
  expectMarks(load, truth);
  expectHistory(load, truth);
  expectWholeDirectory(load, truth);
  expectCounters(truth);
  await expectSealedAudit(service);
});

/** Which of the two, and after how many more writes: while others are at every stage of theirs. */
async function killInRounds({ workerd, postgres }: BreakableService, load: Load, random: () => number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await load.untilMore(Math.ceil(random() * MOST_WRITES_BETWEEN_KILLS));
    const victim = random() < 0.5 ? workerd : postgres;
    await victim.kill();
    await victim.restart();
  }
  await load.untilMore(MOST_WRITES_BETWEEN_KILLS);
}

/** What was acknowledged came in once and where the answer said, what was refused never, what nobody knows of at most once. */
function expectMarks({ marks }: Load, truth: Truth): void {
  const arrived = arrivals(truth);
  const wrong = marks.filter(({ text, fate, version }) => {
    const places = arrived.get(text) ?? [];
    if (fate === "refused") return places.length > 0;
    if (fate === "unknown") return places.length > 1;
    return places.length !== 1 || places[0] !== `${version?.documentId} ${version?.version}`;
  });
  expect(wrong.map((mark) => ({ ...mark, arrived: arrived.get(mark.text) }))).toEqual([]);
  const sent = new Set(marks.map(({ text }) => text));
  expect([...arrived.keys()].filter((text) => !sent.has(text))).toEqual([]);
  for (const fate of ["acknowledged", "refused", "unknown"]) expect(marks.map((mark) => mark.fate)).toContain(fate);
}

/** Versions 1 to n each have a revision, the last is what is stored, and the audit trail names them all once. */
function expectHistory({ deleted, marks }: Load, { documents, revisions, falselyAudited, emptyKeys }: Truth): void {
  const stored = new Map(documents.map((document) => [document.id, document]));
  for (const [id, history] of revisions) {
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
    const last = history.at(-1);
    const now = stored.get(id);
    if (now === undefined) expect(last).toMatchObject({ operation: "delete", content: null });
    else expect(last).toMatchObject({ version: now.version, content: now.content });
  }
  expect(documents.filter(({ id }) => !revisions.has(id))).toEqual([]);
  const gone = [...revisions.keys()].filter((id) => !stored.has(id));
  expect(gone.toSorted()).toEqual(deleted.toSorted());
  expect(falselyAudited).toEqual([]);
  expect(emptyKeys).toBe(0);

  const appended = new Set(documents.filter(({ customId }) => SHARED.includes(customId)).map(({ id }) => id));
  const kept = new Set([...appended].flatMap((id) => marksIn(stored.get(id)?.content ?? "")));
  const lost = marks.filter(({ text, version }) => version && appended.has(version.documentId) && !kept.has(text));
  expect(lost).toEqual([]);
}

function expectWholeDirectory({ place }: Load, { documents }: Truth): void {
  const names = documents
    .map(({ customId }) => customId)
    .filter((name) => PLACES.some((each) => name.startsWith(`${each}/`)));
  expect(names.toSorted()).toEqual(Array.from({ length: MOVED_FILES }, (_, index) => `${place}/${index}`).toSorted());
}

function expectCounters(truth: Truth): void {
  expect(truth.containerCounters).toEqual(truth.countedContainers);
  expect(truth.organizationCounter).toEqual(truth.countedOrganization);
  expect(truth.countedContainers[SMALL_TAG]?.documents).toBeLessThanOrEqual(SMALL_DOCUMENTS);
}

async function expectSealedAudit({ apiUrl, apiKey, ownerUrl }: BreakableService): Promise<void> {
  await sealOnce(ownerUrl);
  const { audit } = new Stela({ apiKey, baseUrl: apiUrl });
  let events = 0;
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await audit.verify(cursor === undefined ? {} : { cursor });
    expect(page).toMatchObject({ valid: true, problem: null, unsealedEvents: 0 });
    events += page.events;
    cursor = page.nextCursor ?? undefined;
  }
  expect(events).toBeGreaterThan(0);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
