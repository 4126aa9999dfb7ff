import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mintKey } from "@stela/core/keys";
import { newId } from "../new-id.ts";

/** What a program on this machine needs to use the running stack; the content of `.stela/dev.json`. */
export interface DevFile {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly dashboardUrl: string;
  /** The owner's, not the Worker's. */
  readonly databaseUrl: string;
  readonly email: string;
  readonly password: string;
}

/** What keys of this machine name in the place of a database. */
export const LOCAL_SHARD = "local";

/** Made at the first start and kept: the database holds only hashes of them. */
export interface Secrets {
  readonly organizationId: string;
  readonly apiKey: string;
  readonly appPassword: string;
  readonly dashboardPassword: string;
  readonly signingSecret: string;
  readonly sessionSecret: string;
  readonly email: string;
  readonly password: string;
}

/** The folder `.stela`: everything that outlives a run, and nothing that other users of the machine may read. */
export class StateFolder {
  readonly path: string;

  constructor(root: string) {
    this.path = path.join(root, ".stela");
    // Postgres may run as another user, who passes through this folder to its own.
    mkdirSync(this.path, { recursive: true, mode: 0o711 });
  }

  file(...names: readonly string[]): string {
    return path.join(this.path, ...names);
  }

  /** Writes a file whole or not at all, readable by its owner only. */
  write(name: string, text: string): string {
    const file = this.file(name);
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
    return file;
  }

  readDevFile(): DevFile | undefined {
    return readJson<DevFile>(this.file("dev.json"));
  }

  writeDevFile(content: DevFile): void {
    this.write("dev.json", `${JSON.stringify(content, null, 2)}\n`);
  }

  removeDevFile(): void {
    rmSync(this.file("dev.json"), { force: true });
  }

  secrets(): Secrets {
    const secrets: Secrets = { ...newSecrets(), ...readJson<Secrets>(this.file("secrets.json")) };
    this.write("secrets.json", `${JSON.stringify(secrets, null, 2)}\n`);
    return secrets;
  }
}

/** Of the stack that runs from a repository; undefined when none does. Makes no folder. */
export function devFileIn(root: string): DevFile | undefined {
  return readJson<DevFile>(path.join(root, ".stela", "dev.json"));
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

function newSecrets(): Secrets {
  const random = (bytes: number) => randomBytes(bytes).toString("base64url");
  return {
    organizationId: newId(),
    apiKey: mintKey(LOCAL_SHARD, randomBytes),
    appPassword: random(24),
    dashboardPassword: random(24),
    signingSecret: random(32),
    sessionSecret: random(32),
    email: "demo@stela.local",
    password: random(12),
  };
}
