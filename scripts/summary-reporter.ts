import type { Reporter, TestModule, Vitest } from "vitest/node";

/** Ends a run with one line that says it all: `N passed, N failed`. A file that could not be run counts as a failure. */
export default class SummaryReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) counts[test.result().state]++;
    }
    const skipped = counts.skipped + counts.pending;
    // After the reporters before this one, which print when the run has ended.
    process.once("exit", () => {
      process.stdout.write(
        `\n${counts.passed} passed, ${counts.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
      );
    });
    if (counts.passed + counts.failed === 0) this.#vitest?.logger.error("No test ran.");
  }
}
