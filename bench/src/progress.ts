import type { WriteStream } from "node:tty";

/** Tells what is being done: on a terminal in one line that is written over, else in a line for each step. */
export interface Progress {
  step(text: string): void;
  /** Leaves the line to what is printed next. */
  end(): void;
}

export function showProgress(output: Pick<WriteStream, "write" | "isTTY" | "columns">, now: () => number): Progress {
  const startedMs = now();
  const clock = () => {
    const seconds = Math.floor((now() - startedMs) / 1_000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  return {
    step(text) {
      const line = `${clock()}  ${text}`;
      output.write(output.isTTY ? `\r\x1b[2K${line.slice(0, output.columns - 1)}` : `${line}\n`);
    },
    end() {
      if (output.isTTY) output.write("\r\x1b[2K");
    },
  };
}
