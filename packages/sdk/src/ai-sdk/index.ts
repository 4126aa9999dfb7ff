export type { MemoryOptions, RecallClient } from "../extraction/conversation-memory.ts";
export { withMemory } from "./with-memory.ts";
