import type { Server } from "./load/request.ts";

/** How much of everything: `npm run bench` takes all of it, the test of the bench itself next to nothing. */
export interface Scale {
  readonly rounds: number;
  readonly writers: number;
  /** Of one measurement of throughput. */
  readonly sliceMs: number;
  /** Of latency in one round. */
  readonly samples: number;
  readonly files: number;
  readonly fewFiles: number;
  readonly pageRows: number;
  readonly documents: number;
  readonly treeFiles: number;
  /** Of each writer of the one file, in one round. */
  readonly editsEach: number;
  readonly scanBytes: number;
  readonly starts: number;
  readonly beside: {
    readonly writers: number;
    readonly sliceMs: number;
    readonly appendsEach: number;
    readonly filesEach: number;
  };
}

/** What runs, and all that a bar may ask for. */
export interface Bench {
  readonly api: Server;
  readonly floors: Server;
  /** The superuser's, past row-level security and triggers. */
  readonly ownerUrl: string;
  readonly organizationId: string;
  readonly apiKey: string;
  /** For what must not outlive the run. */
  readonly folder: string;
  /** As wrangler makes them; `env` is what they are served with. */
  readonly bundles: { readonly api: string; readonly floors: string };
  readonly env: Readonly<Record<string, string>>;
  readonly scale: Scale;
  /** Something that was started and has to be ended with the stack. */
  onStop(stop: () => Promise<unknown> | unknown): void;
}

export const FULL_SCALE: Scale = {
  rounds: 5,
  writers: 32,
  sliceMs: 1_000,
  samples: 60,
  files: 1_000_000,
  fewFiles: 1_000,
  pageRows: 200,
  documents: 100_000,
  treeFiles: 10_000,
  editsEach: 200,
  scanBytes: 4 * 1_024 * 1_024,
  starts: 11,
  beside: { writers: 8, sliceMs: 300, appendsEach: 10, filesEach: 5 },
};
