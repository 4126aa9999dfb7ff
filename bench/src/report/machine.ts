import { cpus, release, type as systemName, totalmem } from "node:os";
import { workerdVersion } from "@stela/local/workerd";

const GIB = 1_024 ** 3;

/** What the figures were taken on and when, without anything that tells whose machine it is. */
export function describeMachine(postgresVersion: string, now: Date): string {
  const cores = cpus();
  const kernel = /^\d+\.\d+(\.\d+)?/.exec(release())?.[0] ?? "of unknown version"; // What follows may name a host's maker.
  return (
    `${now.toISOString().slice(0, 10)}, on ${cores.length} cores of ${cores[0]?.model.trim() ?? "an unknown processor"}, ` +
    `${Math.round(totalmem() / GIB)} GiB of memory, ${systemName()} ${kernel}; Node ${process.versions.node}, ` +
    `PostgreSQL ${postgresVersion.split(" ")[0]}, workerd ${workerdVersion()}.`
  );
}
