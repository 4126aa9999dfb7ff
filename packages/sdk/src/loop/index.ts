export type { MemoryOptions, RecallClient } from "../extraction/conversation-memory.ts";
export {
  createExtractor,
  type ExtractingClaude,
  type Extractor,
  type ExtractorOptions,
  type FactsClient,
} from "../extraction/extractor.ts";
export type { SaidMessage } from "../extraction/said-message.ts";
export { hasSignal, SIGNALS } from "../extraction/signals.ts";
export type { TriggerOptions } from "../extraction/triggers.ts";
export { createMemoryLoop, type MemoryLoop, type MemoryLoopOptions } from "./memory-loop.ts";
