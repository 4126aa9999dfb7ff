import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, statSync } from "node:fs";
import path from "node:path";
import { neon, neonConfig } from "@neondatabase/serverless";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startNeonEndpoint } from "../src/neon-endpoint.ts";
import { startPostgres } from "../src/postgres.ts";
import { waitFor } from "../src/processes/wait.ts";
import { failureOf } from "./support/failure.ts";
import { temporaryFolder } from "./support/folder.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

test.skipIf(!hasOpenssl)(
  "a host with TLS is reached through TLS, its certificate is checked, and cancelling works",
  async () => {
    const folder = await temporaryFolder();
    const dataDir = path.join(folder, "postgres");
    await (await startPostgres({ dataDir, extraFlags: ["-c", "fsync=off"] })).stop();
    const [key, certificate] = [path.join(dataDir, "server.key"), path.join(dataDir, "server.crt")];
    const subject = ["-subj", "/CN=localhost", "-days", "2"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject],
      {
        stdio: "ignore",
      },
    );
    const { uid, gid } = statSync(dataDir);
    for (const file of [key, certificate]) chownSync(file, uid, gid);
    chmodSync(key, 0o600);
    const postgres = await startPostgres({ dataDir, extraFlags: ["-c", "fsync=off", "-c", "ssl=on"] });
    onTestFinished(() => postgres.stop());
    const endpoint = await startNeonEndpoint({ poolSize: 1 });
    onTestFinished(() => endpoint.close());
    neonConfig.fetchEndpoint = endpoint.url;

    const encrypted = neon(`${postgres.url}?sslmode=no-verify`);
    const session = () => encrypted`select ssl, pid from pg_stat_ssl where pid = pg_backend_pid()`;
    const before = await session();
    expect(before).toMatchObject([{ ssl: true }]);
    expect((await failureOf(neon(`${postgres.url}?sslmode=require`)`select 1`)).message).toMatch(/503.*certificate/);

    const direct = new Client(postgres.url);
    await direct.connect();
    const sleeping = async () => {
      const { rowCount } = await direct.query(
        "select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'",
      );
      return rowCount;
    };
    const leaving = new AbortController();
    const query = encrypted.query("select pg_sleep(60)", [], { fetchOptions: { signal: leaving.signal } });
    const failing = expect(query).rejects.toThrow(/abort/i);
    expect(await waitFor(async () => (await sleeping()) === 1 || undefined, { timeoutMs: 5_000 })).toBe(true);
    leaving.abort();
    await failing;
    expect(await waitFor(async () => (await sleeping()) === 0 || undefined, { timeoutMs: 5_000 })).toBe(true);
    expect(await session()).toEqual(before);
    await direct.end();
  },
);
