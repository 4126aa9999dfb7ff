import type { Bench } from "../bench.ts";

/** The first line of every note that is appended to: where an editing agent puts the newest line. */
export const LOG_HEADING = "Log, the newest first:";

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
  /** Adds a line beneath the heading, with a command that edits; where there is none, by reading, changing and writing. */
  append(name: string, line: string): Promise<void>;
  list(): Promise<void>;
  search?(query: string): Promise<void>;
}

/** The edit that adds a line beneath the heading, as the memory tool takes it. */
export function beneathHeading(line: string) {
  return { old_str: LOG_HEADING, new_str: `${LOG_HEADING}\n${line}` };
}
