import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { LocalStackError } from "../local-stack-error.ts";

/** How Postgres is started: as whom, and through what. */
export interface RunAs {
  /** Present when files that Postgres needs must be given to this user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  command(file: string, args: readonly string[]): Command;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

const SETPRIV = "/usr/bin/setpriv";

/** Postgres refuses to run as root, so a root user starts it as the user `postgres`, made when it is missing. */
export function runAs(paths: readonly string[]): RunAs {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args }) };
  const owner = findUser("postgres") ?? createUser("postgres");
  if (paths.every((file) => canEnter(path.dirname(file), owner))) {
    return { owner, command: (file, args) => ({ file, args, ...owner }) };
  }
  return { owner, command: (file, args) => ({ file: SETPRIV, args: throughSetpriv(owner, file, args, paths) }) };
}

// A project under /root is closed to every other user. The one capability to pass closed folders opens it to Postgres.
function throughSetpriv(
  owner: { uid: number; gid: number },
  file: string,
  args: readonly string[],
  paths: readonly string[],
): string[] {
  try {
    accessSync(SETPRIV, constants.X_OK);
  } catch {
    throw new LocalStackError(
      `Postgres does not run as root, and the user postgres may not enter ${paths.join(" or ")}. ` +
        "Move the project out of the closed folder, start it as another user, or set DATABASE_URL to a Postgres 17 or newer.",
    );
  }
  const capabilities = "+dac_override,+dac_read_search";
  return [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    "--clear-groups",
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    file,
    ...args,
  ];
}

function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || canEnter(parent, user);
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [user, , uid, gid] = line.split(":");
    if (user === name) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

function createUser(name: string): { uid: number; gid: number } {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name], {
      stdio: "ignore",
    });
  } catch {
    // The user is looked for below, whoever made it.
  }
  const user = findUser(name);
  if (user !== undefined) return user;
  throw new LocalStackError(
    `Postgres does not run as root, and the user ${name} could not be created. ` +
      "Start as another user, or set DATABASE_URL to a Postgres 17 or newer.",
  );
}
