import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { appUrl, migrate } from "@stela/local/migrate";
import { startNeonEndpoint } from "@stela/local/neon-endpoint";
import { startPostgres } from "@stela/local/postgres";
import { type RunningTestApi, serveApi } from "@stela/local/testing-api";
import { Stela } from "@stela/sdk";
import { expect, onTestFinished, test } from "vitest";

const TAG = "faults";
const WRITERS = 8;

test("Postgres is killed under load: calls in flight get 503 and Retry-After, nothing acknowledged is lost, service resumes", async () => {
  const { api, kill, restart } = await startBreakableApi();
  const acknowledged: string[] = [];
  const refused: Response[] = [];
  let isDown = false;
  let recovered = 0;

  const write = async (customId: string) => {
    const response = await fetch(`${api.apiUrl}/v1/containers/${TAG}/documents/${customId}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${api.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ content: customId }),
    });
    if (response.status === 201) acknowledged.push(customId);
    else refused.push(response);
    return response.status === 201;
  };
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let index = 0; recovered < 3 * WRITERS; index++) {
      const isWritten = await write(`${writer}-${index}`);
      if (isWritten && isDown && refused.length > 0) recovered++;
    }
  });

  await until(() => acknowledged.length >= 40);
  await kill();
  isDown = true;
  await until(() => refused.length >= WRITERS);
  await restart();
  await Promise.all(writers);

  for (const response of refused) {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "unavailable", status: 503 });
  }
  const stela = new Stela({ apiKey: api.apiKey, baseUrl: api.apiUrl });
  const stored = new Map<string, number>();
  for await (const { customId, version } of stela.documents.list(TAG, { limit: 200 })) stored.set(customId, version);
  expect(acknowledged.filter((customId) => stored.get(customId) !== 1)).toEqual([]);
});

test("the SDK carries a write over an outage, once", async () => {
  const { api, kill, restart } = await startBreakableApi();
  const stela = new Stela({ apiKey: api.apiKey, baseUrl: api.apiUrl, maxRetries: 20 });
  await stela.documents.put({ containerTag: TAG, customId: "log" }, { content: "0" });
  await kill();
  const edit = stela.documents.edit({ containerTag: TAG, customId: "log" }, [{ append: "1" }]);
  await restart();
  await edit;
  expect(await stela.documents.get({ containerTag: TAG, customId: "log" })).toMatchObject({
    content: "01",
    version: 2,
  });
});

/** The API on a Postgres that can be killed, and started again on the same data and address. */
async function startBreakableApi(): Promise<{ api: RunningTestApi; kill(): Promise<void>; restart(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "stela-faults-"));
  const dataDir = path.join(folder, "postgres");
  let postgres = await startPostgres({ dataDir });
  const { url: ownerUrl, port } = postgres;
  const endpoint = await startNeonEndpoint();
  await migrate({ databaseUrl: ownerUrl, appPassword: "secret" });
  const api = await serveApi({ ownerUrl, appUrl: appUrl(ownerUrl, "secret"), endpointUrl: endpoint.url });
  onTestFinished(async () => {
    await api.stop();
    await endpoint.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    api,
    async kill() {
      postgres.kill("SIGKILL");
      await postgres.exited;
    },
    async restart() {
      postgres = await startPostgres({ dataDir, port });
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
