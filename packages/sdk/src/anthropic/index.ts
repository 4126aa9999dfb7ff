export type { MemoryClient } from "./commands.ts";
export type { ContainerOptions } from "./container-tag.ts";
export {
  type ClaudeMemoryTool,
  type ClaudeMemoryToolOptions,
  createClaudeMemoryTool,
  type MemoryResponse,
  type MemoryToolResult,
} from "./tool.ts";
