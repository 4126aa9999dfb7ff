import { BUILDING, FIRST_CALL, OWNER, PLANNING, RESEARCH, type Run, SECOND_CALL } from "./agents.ts";

/** One request of the demo. */
export interface Step {
  readonly run: Run;
  readonly method: "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly body: object;
  /** It is refused, and leaves a finding. */
  readonly isBlocked?: true;
}

const container = (tag: string) => `/v1/containers/${tag}`;
const file = (tag: string, customId: string) => `${container(tag)}/documents/${encodeURIComponent(customId)}`;

function put(run: Run, tag: string, customId: string, content: string): Step {
  return { run, method: "PUT", path: file(tag, customId), body: { content } };
}

/** A command of the memory tool, as the model gives it. */
function memory(run: Run, tag: string, command: object): Step {
  return { run, method: "POST", path: `${container(tag)}/memory`, body: command };
}

function edit(run: Run, tag: string, customId: string, oldStr: string, newStr: string): Step {
  const body = { edits: [{ oldStr, newStr }] };
  return { run, method: "POST", path: `${file(tag, customId)}/edits`, body };
}

/** What an agent learned, one statement each. */
function learn(run: Run, tag: string, facts: readonly object[]): Step {
  return { run, method: "POST", path: "/v1/facts", body: { containerTag: tag, facts } };
}

const SHARED = "claude_memory";
const USER = "user:42";
const ORION = "project:orion";

/** In the form of a token, and none: what the tests of the scanner look for too. */
const NO_REAL_TOKEN = ["ghp", "R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"].join("_");

/** What all agents share: written by one, changed by the other. */
const shared: readonly Step[] = [
  put(
    FIRST_CALL,
    SHARED,
    "/memories/welcome.md",
    "# Welcome\n\nThis is what an agent wrote for its next run. Read it, correct it or erase it here; the agent sees the change at once.\n",
  ),
  put(
    PLANNING,
    SHARED,
    "/memories/project/decisions.md",
    "# Decisions\n\n- 2026-03-02: Postgres is the only store.\n- 2026-03-09: Every change leaves a revision.\n",
  ),
  put(
    PLANNING,
    SHARED,
    "/memories/project/open-questions.md",
    "- Which region do we start in?\n- 谁负责备份？\n- Do we need a second reviewer?\n",
  ),
  edit(
    SECOND_CALL,
    SHARED,
    "/memories/project/open-questions.md",
    "- Which region do we start in?\n",
    "- Which region do we start in? (Frankfurt, says support: most callers are there.)\n",
  ),
];

/** A customer who calls twice. What looks like a secret in what they say is left out. */
const customer: readonly Step[] = [
  { run: OWNER, method: "PATCH", path: container(USER), body: { secretPolicy: "redact" } },
  memory(FIRST_CALL, USER, {
    command: "create",
    path: "/memories/profile.md",
    file_text: "# Li Wei\n\n- Speaks Chinese and English.\n- Plan: Team, 12 seats.\n- Prefers e-mail over calls.\n",
  }),
  memory(FIRST_CALL, USER, {
    command: "create",
    path: "/memories/preferences.md",
    file_text: "# 偏好\n\n- 回答要简短。\n- 时区：Asia/Shanghai。\n- 周五不发消息。\n",
  }),
  memory(FIRST_CALL, USER, {
    command: "create",
    path: "/memories/tickets/export-fails.md",
    file_text: "# Export fails\n\nThe CSV export stops at 10,000 rows. Told engineering.\n",
  }),
  learn(FIRST_CALL, USER, [
    { key: "contact", category: "preference", content: "Prefers e-mail over phone calls", importance: 4 },
    { key: "plan", category: "user_info", content: "Is on the Team plan with 12 seats", importance: 3 },
    { key: "language", category: "preference", content: "合同和发票都用中文写", importance: 4 },
    { category: "preference", content: "Gets the weekly report on Fridays", importance: 2 },
  ]),
  learn(SECOND_CALL, USER, [
    { key: "plan", category: "user_info", content: "Is on the Business plan with 40 seats", importance: 3 },
    { category: "preference", content: "No longer gets the weekly report on Fridays, but on Mondays", importance: 2 },
    { key: "renewal", category: "decision", content: "Renews for two years in January", importance: 5 },
  ]),
  memory(SECOND_CALL, USER, {
    command: "str_replace",
    path: "/memories/profile.md",
    old_str: "- Plan: Team, 12 seats.",
    new_str: "- Plan: Business, 40 seats, since November.",
  }),
  memory(SECOND_CALL, USER, {
    command: "insert",
    path: "/memories/preferences.md",
    insert_line: 2,
    insert_text: "- 合同用中文发送。\n",
  }),
  memory(SECOND_CALL, USER, {
    command: "rename",
    old_path: "/memories/tickets/export-fails.md",
    new_path: "/memories/tickets/closed/export-fails.md",
  }),
  put(
    SECOND_CALL,
    USER,
    "/memories/tickets/webhook.md",
    `# Webhook\n\nThe caller's script sends the token ${NO_REAL_TOKEN} in the address.\n`,
  ),
];

/** A project: planned, built, cleaned up; one write is refused, one file is erased, three changes wait for a person. */
const project: readonly Step[] = [
  put(
    PLANNING,
    ORION,
    "/memories/plan.md",
    "# Orion\n\n1. Import the old notes.\n2. Search that finds Chinese and code.\n3. A page to review what agents propose.\n",
  ),
  put(
    PLANNING,
    ORION,
    "/memories/architecture.md",
    "# Architecture\n\nOne Worker, one Postgres. Every request is one transaction.\n",
  ),
  put(PLANNING, ORION, "/memories/scratch.md", "Try a vector store? Try SQLite?\n"),
  put(PLANNING, ORION, "/memories/import/customers.csv", "name,email\nAda Example,ada@example.com\n"),
  edit(
    BUILDING,
    ORION,
    "/memories/plan.md",
    "1. Import the old notes.",
    "1. Import the old notes. Done: 1,204 of them.",
  ),
  edit(
    BUILDING,
    ORION,
    "/memories/architecture.md",
    "Every request is one transaction.",
    "Every request is one transaction in one round trip, its authentication included.",
  ),
  memory(BUILDING, ORION, { command: "delete", path: "/memories/scratch.md" }),
  {
    ...put(BUILDING, ORION, "/memories/deploy.md", `# Deploy\n\nexport GITHUB_TOKEN=${NO_REAL_TOKEN}\n`),
    isBlocked: true,
  },
  put(BUILDING, ORION, "/memories/deploy.md", "# Deploy\n\nThe token is in the vault, under orion/deploy.\n"),
  {
    run: OWNER,
    method: "POST",
    path: `${container(ORION)}/erase`,
    body: { customId: "/memories/import/customers.csv" },
  },
  edit(
    RESEARCH,
    ORION,
    "/memories/plan.md",
    "3. A page to review what agents propose.",
    "3. A page to review what agents propose, in bulk and by keyboard.",
  ),
  put(
    RESEARCH,
    ORION,
    "/memories/research/competitors.md",
    "# What others do\n\nMost stores keep no history, and delete only from the index.\n",
  ),
  put(RESEARCH, ORION, "/memories/research/市场.md", "# 市场\n\n- 中文搜索是最常见的要求。\n- 第二是可以撤销。\n"),
];

/** Scenes of different containers know nothing of each other; the steps of one follow each other. */
export const SCENES: readonly (readonly Step[])[] = [shared, customer, project];
