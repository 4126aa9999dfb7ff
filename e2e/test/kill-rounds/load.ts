import { setTimeout as pause } from "node:timers/promises";
import type { BreakableService } from "./service.ts";

const TAG = "kill-rounds";
export const SMALL_TAG = "kill-rounds-small";
export const SMALL_DOCUMENTS = 5;
export const SHARED = Array.from({ length: 6 }, (_, index) => `/memories/shared/${index}.md`);
export const PLACES = ["/memories/here", "/memories/elsewhere"] as const;
export const MOVED_FILES = 20;

const END = "(end)";
const RETRY_MS = 25;

/** What became of a text that one write tried to put into the service, and that nothing else ever writes. */
interface Mark {
  readonly text: string;
  /** Unknown: the only attempt had no answer of which one could tell. */
  readonly fate: "acknowledged" | "refused" | "unknown";
  /** What the answer named: there the mark came in. */
  readonly version?: { readonly documentId: string; readonly version: number };
}

export interface Load {
  readonly marks: readonly Mark[];
  /** The ids of documents whose deletion was acknowledged. */
  readonly deleted: readonly string[];
  /** Where the directory was moved to last. */
  readonly place: string;
  /** Answers so far that settled a write. */
  readonly settled: number;
  /** Returns when that many writes more have been settled. */
  untilMore(count: number): Promise<void>;
  /** Returns when every write that was begun is settled. Throws what any writer ran into. */
  finish(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Written {
  readonly id: string;
  readonly version: number;
}

/** Makes the files that the load shares, and sets quotas, so that every write is counted against them. */
export async function prepare(service: BreakableService): Promise<void> {
  const send = sender(service);
  const files = Array.from({ length: MOVED_FILES }, (_, index) => `${PLACES[0]}/${index}`);
  const changes = [
    send("PATCH", "/v1/organization", { maxDocuments: 1_000_000, maxBytes: 1_000_000_000 }),
    send("PATCH", `/v1/containers/${TAG}`, { maxDocuments: 1_000_000, maxBytes: 1_000_000_000 }),
    send("PATCH", `/v1/containers/${SMALL_TAG}`, { maxDocuments: SMALL_DOCUMENTS }),
    ...[...SHARED, ...files].map((customId) => send("PUT", document(customId), { content: END })),
  ];
  for (const change of changes) expectStatus(await change, 200, 201);
}

/**
 * Twelve writers at once, until they are told to finish. Each repeats a write with the same Idempotency-Key until it has the service's
 * own answer; one sends without a key, and once.
 */
export function startLoad(service: BreakableService): Load {
  const marks: Mark[] = [];
  const deleted: string[] = [];
  const waiting = new Set<() => void>();
  let place: string = PLACES[0];
  let settled = 0;
  let isOver = false;
  let marksMade = 0;
  const send = sender(service);

  const newMark = () => `<${++marksMade}>`;
  const note = (text: string, answer: Answer, written?: Written) => {
    const fate = answer.status < 300 ? "acknowledged" : "refused";
    marks.push({ text, fate, ...(written && { version: { documentId: written.id, version: written.version } }) });
  };

  const repeat = async (method: string, path: string, body: unknown, ...statuses: number[]): Promise<Answer> => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (;;) {
      const answer = await send(method, path, body, headers).catch(noAnswer);
      if (answer !== undefined && answer.status !== 503) {
        settled++;
        for (const wake of waiting) wake();
        return expectStatus(answer, ...statuses);
      }
      await pause(RETRY_MS);
    }
  };

  const append = (text: string) => ({ edits: [{ oldStr: END, newStr: `${text}${END}` }] });

  async function create(customId: string, tag: string, ...refusals: number[]): Promise<Written | undefined> {
    const text = newMark();
    const answer = await repeat("PUT", document(customId, tag), { content: text }, 201, ...refusals);
    const written = answer.status === 201 ? (answer.body as unknown as Written) : undefined;
    note(text, answer, written);
    return written;
  }

  async function remove(customId: string, tag: string, written: Written): Promise<void> {
    await repeat("DELETE", document(customId, tag), undefined, 200);
    deleted.push(written.id);
  }

  const writers: Readonly<Record<string, (turn: number) => Promise<void>>> = {
    creator: async (turn) => {
      await create(`created-${turn}`, TAG);
    },
    otherCreator: async (turn) => {
      await create(`/memories/created/${turn % 7}/${turn}`, TAG);
    },
    deleter: async (turn) => {
      const customId = `/memories/doomed/${turn}`;
      const written = await create(customId, TAG);
      if (written) await remove(customId, TAG, written);
    },
    // Comes to the limit, is refused there, and makes room again.
    fillerOfSmallContainer: async (turn) => {
      const made: [string, Written][] = [];
      for (let index = 0; index <= SMALL_DOCUMENTS; index++) {
        const customId = `${turn}-${index}`;
        const written = await create(customId, SMALL_TAG, 429);
        if (written) made.push([customId, written]);
      }
      if (made.length !== SMALL_DOCUMENTS) throw new Error(`The limit let ${made.length} documents in.`);
      for (const [customId, written] of made) await remove(customId, SMALL_TAG, written);
    },
    upserter: async (turn) => {
      const text = newMark();
      const body = { containerTag: TAG, customId: `upserted-${turn % 5}`, content: text };
      const answer = await repeat("POST", "/v1/documents", body, 200, 201);
      note(text, answer, answer.body as unknown as Written);
    },
    batcher: async (turn) => {
      const [created, appended] = [newMark(), newMark()];
      const operations = [
        { op: "upsert", customId: `batched-${turn}`, content: created },
        { op: "edit", customId: shared(turn), ...append(appended) },
      ];
      const answer = await repeat("POST", "/v1/batch", { containerTag: TAG, operations }, 200);
      const results = answer.body["results"] as { document: Written }[];
      for (const [index, text] of [created, appended].entries()) note(text, answer, results[index]?.document);
    },
    mover: async (turn) => {
      const from = place;
      const to = from === PLACES[0] ? PLACES[1] : PLACES[0];
      const isBatch = turn % 4 === 3;
      const answer = isBatch
        ? await repeat("POST", "/v1/batch", { containerTag: TAG, operations: [{ op: "rename", from, to }] }, 200)
        : await repeat("POST", `/v1/containers/${TAG}/rename`, { from, to }, 200);
      const { renamed } = isBatch ? ((answer.body["results"] as Answer["body"][])[0] ?? {}) : answer.body;
      if (renamed !== MOVED_FILES) throw new Error(`${renamed} of ${MOVED_FILES} files were moved.`);
      place = to;
    },
    // Meets the directory where it is, or where it was.
    editorOfMoved: async (turn) => {
      const text = newMark();
      const customId = `${place}/${turn % MOVED_FILES}`;
      const answer = await repeat("POST", `${document(customId)}/edits`, append(text), 200, 404);
      note(text, answer, answer.status === 200 ? (answer.body as unknown as Written) : undefined);
    },
    senderWithoutKey: async (turn) => {
      const text = newMark();
      const answer = await send("POST", `${document(shared(turn))}/edits`, append(text)).catch(noAnswer);
      if (answer === undefined || answer.status === 503) {
        marks.push({ text, fate: "unknown" });
        await pause(RETRY_MS);
      } else note(text, expectStatus(answer, 200), answer.body as unknown as Written);
    },
  };
  const appender = async (turn: number) => {
    const text = newMark();
    const answer = await repeat("POST", `${document(shared(turn))}/edits`, append(text), 200);
    note(text, answer, answer.body as unknown as Written);
  };

  const fail = Promise.withResolvers<never>();
  const run = Promise.all(
    [...Object.values(writers), appender, appender, appender].map(async (write) => {
      for (let turn = 0; !isOver; turn++) await write(turn);
    }),
  );
  run.catch(fail.reject);
  fail.promise.catch(() => {
    isOver = true;
  });

  return {
    marks,
    deleted,
    get place() {
      return place;
    },
    get settled() {
      return settled;
    },
    async untilMore(count) {
      const goal = settled + count;
      const reached = Promise.withResolvers<void>();
      const wake = () => {
        if (settled >= goal) reached.resolve();
      };
      wake();
      waiting.add(wake);
      await Promise.race([reached.promise, fail.promise]).finally(() => waiting.delete(wake));
    },
    async finish() {
      isOver = true;
      await run;
    },
  };
}

function sender({ apiUrl, apiKey }: BreakableService) {
  return async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as Answer["body"] };
  };
}

/** The connection ended before the whole answer was here, as a kill ends it. `fetch` says that with a TypeError. */
function noAnswer(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

function expectStatus(answer: Answer, ...statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`Expected ${statuses.join(" or ")}, not ${answer.status}: ${JSON.stringify(answer.body)}`);
}

function document(customId: string, tag = TAG): string {
  return `/v1/containers/${tag}/documents/${encodeURIComponent(customId)}`;
}

function shared(turn: number): string {
  return SHARED[turn % SHARED.length] ?? "";
}
