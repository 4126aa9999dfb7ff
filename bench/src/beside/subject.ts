import type { Bench } from "../bench.ts";

/** A memory for agents, driven as its own users drive it. */
export interface Subject {
  readonly name: string;
  /** Starts what it needs. @returns as many agents as asked for, all of one memory. */
  open(bench: Bench, agents: number): Promise<readonly Agent[]>;
}

/** One agent's way to a memory that others share. Names are those of notes; a note is text. */
export interface Agent {
  create(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
  /** Adds one line of text with the subject's own command for that; without one, by reading, changing and writing. */
  append(name: string, line: string): Promise<void>;
  list(): Promise<void>;
  search?(query: string): Promise<void>;
}
