import type { MakeRequest } from "./load.ts";

const TAG = "bench";
const TWO_KIB = "The team decided to keep every change as a revision, for a year.\n".repeat(32);

/** A figure of `docs/design/performance.md`: a call, and the least share of the floor F2 that it must reach. */
export interface Bar {
  readonly name: string;
  readonly floor: number;
  /** What must be there before. */
  readonly prepare: readonly { readonly customId: string; readonly content: string }[];
  /** @param round makes names that no other round uses. */
  request(round: number): MakeRequest;
}

const LINES = Array.from({ length: 32 }, (_, index) => `- line ${index}: 0 times`).join("\n");

export const bars: readonly Bar[] = [
  {
    name: "view",
    floor: 0.75,
    prepare: [{ customId: "/memories/read.md", content: TWO_KIB }],
    request: () => () => command({ command: "view", path: "/memories/read.md" }),
  },
  {
    name: "get",
    floor: 0.75,
    prepare: [{ customId: "/memories/read.md", content: TWO_KIB }],
    request: () => () => ({ method: "GET", path: documentPath("/memories/read.md") }),
  },
  {
    name: "create",
    floor: 0.5,
    prepare: [],
    request: (round) => (index) =>
      command({ command: "create", path: `/memories/new/${round}/${index}.md`, file_text: TWO_KIB }),
  },
  {
    name: "str_replace",
    floor: 0.5,
    prepare: Array.from({ length: 32 }, (_, index) => ({
      customId: `/memories/edit/${index}.md`,
      content: `${LINES}\n${TWO_KIB}`,
    })),
    request: () => toggle,
  },
  {
    name: "insert",
    floor: 0.5,
    prepare: [],
    request: (round) => (index) =>
      index < 32
        ? command({ command: "create", path: `/memories/insert/${round}/${index}.md`, file_text: "" })
        : command({
            command: "insert",
            path: `/memories/insert/${round}/${index % 32}.md`,
            insert_line: 0,
            insert_text: "a line",
          }),
  },
  {
    name: "upsert",
    floor: 0.5,
    prepare: Array.from({ length: 64 }, (_, index) => ({ customId: `upsert/${index}`, content: TWO_KIB })),
    request: () => (index) => ({
      method: "PUT",
      path: documentPath(`upsert/${index % 64}`),
      body: { content: `${index}\n${TWO_KIB}` },
    }),
  },
];

/** Turns one line of one of 32 files to another text, over REST: an edit that always applies, whoever came before. */
const toggle: MakeRequest = (index) => ({
  method: "POST",
  path: `${documentPath(`/memories/edit/${index % 32}.md`)}/edits`,
  body: { edits: [{ oldStr: `- line ${index % 32}: 0 times`, newStr: `- line ${index % 32}: 0 times` }] },
});

function command(input: unknown): ReturnType<MakeRequest> {
  return { method: "POST", path: `/v1/containers/${TAG}/memory`, body: input };
}

export function documentPath(customId: string): string {
  return `/v1/containers/${TAG}/documents/${encodeURIComponent(customId)}`;
}
