import type { Bench } from "../bench.ts";
import type { DataSet } from "../data-sets/data-set.ts";
import type { Reading } from "../report/reading.ts";

/** A floor, or something of the product that has to reach a target. */
export interface Bar {
  /** What is typed to run it alone. */
  readonly name: string;
  readonly needs?: readonly DataSet[];
  /** For what is the same however often it is measured. */
  readonly isMeasuredOnce?: boolean;
  /** Why it cannot be measured; asked first. */
  whyNot?(bench: Bench): Promise<string | undefined>;
  prepare?(bench: Bench): Promise<void>;
  /** @param round counts from 1, for names that no other round uses. */
  measure(bench: Bench, round: number): Promise<readonly Reading[]>;
  /** What only all rounds together can tell. */
  conclude?(bench: Bench): Promise<readonly Reading[]>;
}
