export type { BuildOptions, Built, ContextOptions, SampleOptions, SnippetOptions } from "./context-manager.ts";
export { ContextManager } from "./context-manager.ts";
export type { TokenCounter } from "./exactly.ts";
export { type Health, measureHealth } from "./health.ts";
export type { BlockLike, ContextBlock, ContextMessage, MessageLike, SystemBlock } from "./messages.ts";
export type { BlockKind, Left, Report, Shortened } from "./report.ts";
export { ContextTooLargeError, type CountTokens } from "./tokens.ts";
