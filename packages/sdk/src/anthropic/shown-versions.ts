/** Enough for any conversation; the oldest go first. Without its version an insert is sent unconditionally. */
const MOST_KEPT = 10_000;

/** The members of a command that say which files it is about; as the model sent them, so of any type. */
export interface SentCommand {
  readonly command?: unknown;
  readonly path?: unknown;
  readonly old_path?: unknown;
  readonly new_path?: unknown;
}

/**
 * Which version of each file the model has seen. `insert` names a line by its number, so it is right only on that version:
 * every other command names its place by text or by path, and needs none.
 */
export class ShownVersions {
  readonly #versions = new Map<string, number>();

  readonly #asked = new Map<string, number>();

  /**
   * The version an insert must find, if the model was ever shown the file. A call that is run again asks for what it asked for
   * the first time: it has to be the same request to get the same answer.
   */
  expected(command: SentCommand, idempotencyKey: string | undefined): number | undefined {
    if (command.command !== "insert" || typeof command.path !== "string") return undefined;
    const known = this.#versions.get(canonical(command.path));
    if (idempotencyKey === undefined) return known;
    const asked = this.#asked.get(idempotencyKey) ?? known;
    if (asked !== undefined) keep(this.#asked, idempotencyKey, asked);
    return asked;
  }

  /** Takes note of a command that succeeded. */
  record(command: SentCommand, path: string | undefined, version: number | undefined): void {
    switch (command.command) {
      case "delete":
        this.#forget(command.path);
        return;
      case "rename":
        this.#forget(command.old_path);
        this.#forget(command.new_path);
        return;
      case "view":
      case "create":
        if (path !== undefined && version !== undefined) keep(this.#versions, path, version);
        return;
      default:
        // The model knows the text after its own edit of the version it knew. If others edited in between, it does not, and the
        // old version stays, so that its next insert is refused.
        if (path !== undefined && version !== undefined && this.#versions.get(path) === version - 1)
          keep(this.#versions, path, version);
    }
  }

  #forget(sent: unknown): void {
    if (typeof sent !== "string") return;
    const path = canonical(sent);
    for (const known of this.#versions.keys()) {
      if (known === path || known.startsWith(`${path}/`)) this.#versions.delete(known);
    }
  }
}

function keep(versions: Map<string, number>, name: string, version: number): void {
  versions.delete(name);
  versions.set(name, version);
  if (versions.size <= MOST_KEPT) return;
  const [oldest] = versions.keys();
  if (oldest !== undefined) versions.delete(oldest);
}

/** The form in which the API names a path that it has accepted. */
function canonical(path: string): string {
  return path.replace(/\/+/g, "/").replace(/\/$/, "").normalize("NFC");
}
