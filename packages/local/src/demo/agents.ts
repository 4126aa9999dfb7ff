import type { Scope } from "@stela/core/keys";

/** Who writes in the demo: a key each, as an organization would give its agents. */
export const AGENTS = {
  support: {
    name: "Support agent",
    scopes: ["documents:read", "documents:write", "history:read"],
    containers: ["claude_memory", "user:*"],
  },
  coding: {
    name: "Coding agent",
    scopes: ["documents:read", "documents:write", "history:read"],
    containers: ["claude_memory", "project:*"],
  },
  research: {
    name: "Research agent, proposes only",
    scopes: ["documents:read", "documents:propose"],
    containers: ["project:*"],
  },
} as const satisfies Readonly<
  Record<string, { readonly name: string; readonly scopes: readonly Scope[]; readonly containers: readonly string[] }>
>;

export type Agent = keyof typeof AGENTS;

/** An agent's run, or the demo's own key. */
export interface Run {
  readonly by: Agent | "owner";
  readonly session?: string;
  readonly model?: string;
}

export const OWNER: Run = { by: "owner" };
export const FIRST_CALL: Run = { by: "support", session: "support-2026-11-18", model: "claude-sonnet-4-5" };
export const SECOND_CALL: Run = { by: "support", session: "support-2026-11-25", model: "claude-sonnet-4-5" };
export const PLANNING: Run = { by: "coding", session: "orion-planning", model: "claude-opus-4-5" };
export const BUILDING: Run = { by: "coding", session: "orion-build-7", model: "claude-opus-4-5" };
export const RESEARCH: Run = { by: "research", session: "market-study", model: "claude-haiku-4-5" };
