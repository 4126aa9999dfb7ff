import { createHash } from "node:crypto";
import type { BenchRequest } from "../load/request.ts";

/** The container of the calls that are measured; data sets have their own. */
const CALLS_TAG = "calls";

/** As a model sends it. */
interface MemoryCommand extends Readonly<Record<string, unknown>> {
  readonly command: "view" | "create" | "str_replace" | "insert" | "delete" | "rename";
}

/**
 * A command of the memory tool, sent as the SDK's tool sends it: a write carries the key that is made from the `tool_use` id.
 * @param call what no other call of the run is named.
 */
export function command(input: MemoryCommand, call: string, containerTag = CALLS_TAG): BenchRequest {
  return {
    method: "POST",
    path: `/v1/containers/${containerTag}/memory`,
    ...(input.command !== "view" && { headers: { "idempotency-key": idempotencyKey(call) } }),
    body: input,
    expected: '"isError":false',
  };
}

export function documentPath(customId: string, containerTag = CALLS_TAG): string {
  return `/v1/containers/${containerTag}/documents/${encodeURIComponent(customId)}`;
}

export function putDocument(customId: string, content: string): BenchRequest {
  return { method: "PUT", path: documentPath(customId), body: { content } };
}

/** As long as the SDK's: the id of a `tool_use` block, a dot and 32 hexadecimal digits. */
export function idempotencyKey(call: string): string {
  const hash = createHash("sha256").update(call).digest("hex");
  return `toolu_${hash.slice(0, 24)}.${hash.slice(-32)}`;
}
