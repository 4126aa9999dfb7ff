import type { Client } from "pg";
import type { Bench, Scale } from "../bench.ts";

/** Documents of one container that are there before anything is measured, written past the API. */
export interface DataSet {
  readonly title: string;
  readonly containerTag: string;
  /** How many documents it has. */
  size(scale: Scale): number;
  /** The triggers that write history are off; those that count are on. */
  build(owner: Client, bench: Bench): Promise<void>;
}
