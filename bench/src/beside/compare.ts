import { twoKib } from "../bars/two-kib.ts";
import type { Bench } from "../bench.ts";
import type { Progress } from "../progress.ts";
import { anthropicLocal } from "./anthropic-local.ts";
import { langgraph } from "./langgraph.ts";
import { mcpMemory } from "./mcp-memory.ts";
import { stela } from "./stela.ts";
import { type Agent, LOG_HEADING, type Subject } from "./subject.ts";

const SUBJECTS = [stela, anthropicLocal, mcpMemory, langgraph];
export const COMPARED_CALLS = ["create", "read", "append", "list", "search"] as const;
type ComparedCall = (typeof COMPARED_CALLS)[number];

/** What one memory did in all rounds. */
export interface Compared {
  readonly name: string;
  /** A call that it does not have is not there. */
  readonly rates: Readonly<Partial<Record<ComparedCall, Rate>>>;
  readonly appends: Kept;
  readonly creations: Kept;
}

export interface Rate {
  /** Of each round: successes alone. */
  readonly perSecond: number[];
  /** In all rounds. */
  failed: number;
}

/** Of what was acknowledged, how much is not there afterwards. */
export interface Kept {
  acknowledged: number;
  refused: number;
  lost: number;
}

/** The same calls on each memory by turns, in as many rounds as the bars, by agents that work at the same time. */
export async function compare(bench: Bench, progress: Progress): Promise<Compared[]> {
  const running: { subject: Subject; agents: readonly Agent[]; compared: Comparison }[] = [];
  for (const subject of SUBJECTS) {
    progress.step(`starts ${subject.name}`);
    const agents = await subject.open(bench, bench.scale.beside.writers);
    running.push({ subject, agents, compared: emptyComparison(subject.name) });
    for (const writer of agents.keys()) await agents[writer]?.create(ownName(writer), twoKib(LOG_HEADING));
  }
  for (let round = 1; round <= bench.scale.rounds; round++) {
    for (const { subject, agents, compared } of running) {
      progress.step(`round ${round} of ${bench.scale.rounds}, beside: ${subject.name}`);
      await measureRound(bench, round, agents, compared);
    }
  }
  return running.map(({ compared }) => compared);
}

const ownName = (writer: number) => `own-${writer}`;

interface Comparison extends Compared {
  readonly rates: Partial<Record<ComparedCall, Rate>>;
}

function emptyComparison(name: string): Comparison {
  const nothing = () => ({ acknowledged: 0, refused: 0, lost: 0 });
  return { name, rates: {}, appends: nothing(), creations: nothing() };
}

async function measureRound(
  { scale }: Bench,
  round: number,
  agents: readonly Agent[],
  { rates, appends, creations }: Comparison,
): Promise<void> {
  const { sliceMs, appendsEach, filesEach } = scale.beside;
  const calls: Record<ComparedCall, AgentCall> = {
    create: (agent, writer, turn) => agent.create(`new-${round}-${writer}-${turn}`, twoKib("New")),
    read: (agent, writer) => agent.read(ownName(writer)),
    append: (agent, writer, turn) => agent.append(ownName(writer), `line ${round} ${turn}`),
    list: (agent) => agent.list(),
    search: (agent) => agent.search?.("revision") ?? Promise.resolve(),
  };
  for (const call of COMPARED_CALLS) {
    if (call === "search" && agents[0]?.search === undefined) continue;
    const rate = rates[call] ?? { perSecond: [], failed: 0 };
    rates[call] = rate;
    const { perSecond, failed } = await rateOf(agents, sliceMs, calls[call]);
    rate.perSecond.push(perSecond);
    rate.failed += failed;
  }

  const shared = `shared-${round}`;
  await agents[0]?.create(shared, `${LOG_HEADING}\n`);
  const lineOf = (writer: number, turn: number) => `appended by ${writer} in turn ${turn};`;
  const appended = await acknowledged(agents, appendsEach, async (agent, writer, turn) => {
    await agent.append(shared, lineOf(writer, turn));
    return lineOf(writer, turn);
  });
  const text = (await agents[0]?.read(shared)) ?? "";
  add(appends, appended, (line) => text.includes(line));

  const created = await acknowledged(agents, filesEach, async (agent, writer, turn) => {
    const name = `kept-${round}-${writer}-${turn}`;
    await agent.create(name, `The note ${name}.`);
    return name;
  });
  const present = new Set<string>();
  for (const name of created.done) {
    const content = await agents[0]?.read(name).catch(() => "");
    if (content?.includes(`The note ${name}.`)) present.add(name);
  }
  add(creations, created, (name) => present.has(name));
}

type AgentCall = (agent: Agent, writer: number, turn: number) => Promise<unknown>;

/** A failure is counted, not thrown: a note that the writes of others have lost cannot be appended to. */
async function rateOf(agents: readonly Agent[], sliceMs: number, call: AgentCall) {
  let succeeded = 0;
  let failed = 0;
  const startedMs = performance.now();
  await Promise.all(
    agents.map(async (agent, writer) => {
      for (let turn = 0; performance.now() - startedMs < sliceMs; turn++) {
        await call(agent, writer, turn).then(
          () => succeeded++,
          () => failed++,
        );
      }
    }),
  );
  return { perSecond: (succeeded * 1_000) / (performance.now() - startedMs), failed };
}

interface Done {
  readonly done: readonly string[];
  readonly refused: number;
}

async function acknowledged(
  agents: readonly Agent[],
  turns: number,
  write: (agent: Agent, writer: number, turn: number) => Promise<string>,
): Promise<Done> {
  const done: string[] = [];
  let refused = 0;
  await Promise.all(
    agents.map(async (agent, writer) => {
      for (let turn = 0; turn < turns; turn++) {
        await write(agent, writer, turn).then(
          (what) => done.push(what),
          () => refused++,
        );
      }
    }),
  );
  return { done, refused };
}

function add(kept: Kept, { done, refused }: Done, isThere: (what: string) => boolean): void {
  kept.acknowledged += done.length;
  kept.refused += refused;
  kept.lost += done.filter((what) => !isThere(what)).length;
}
