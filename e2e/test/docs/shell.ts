import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** How many of its commands ended with an error. */
  readonly failures: number;
}

const MARK = "--- the end of a block";

/** One terminal, into which the blocks of a page are pasted one after another. */
export class Shell {
  readonly #bash: ChildProcess;
  #output = { stdout: "", stderr: "" };
  readonly #exited: Promise<unknown>;
  #onOutput = (): void => {};

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.#bash = spawn("bash", ["--noprofile", "--norc"], { cwd, env });
    this.#exited = once(this.#bash, "exit");
    for (const stream of ["stdout", "stderr"] as const) {
      this.#bash[stream]?.setEncoding("utf8").on("data", (text: string) => {
        this.#output[stream] += text;
        this.#onOutput();
      });
    }
    this.#bash.stdin?.write("set -o pipefail\ntrap 'failed_commands=$((failed_commands + 1))' ERR\n");
  }

  async run(block: string): Promise<Ran> {
    this.#output = { stdout: "", stderr: "" };
    const ended = new Promise<void>((resolve) => {
      this.#onOutput = () => {
        const { stdout, stderr } = this.#output;
        if (/ \d+ ---\n$/.test(stdout) && stderr.endsWith(`${MARK} ---\n`)) resolve();
      };
    });
    const end = `echo '${MARK} ---' >&2; echo "${MARK} $failed_commands ---"`;
    this.#bash.stdin?.write(`failed_commands=0\n${block}\n${end}\n`);
    const leftIn = this.#exited.then(() => Promise.reject(new Error(`The shell ended: ${this.#output.stderr}`)));
    await Promise.race([ended, leftIn]);
    const [stdout = "", failures = ""] = this.#output.stdout.split(MARK);
    return { stdout, stderr: this.#output.stderr.split(MARK)[0] ?? "", failures: Number.parseInt(failures, 10) };
  }

  async close(): Promise<void> {
    this.#bash.stdin?.end();
    await this.#exited;
  }
}
