import { neon, neonConfig } from "@neondatabase/serverless";
import { Hono } from "hono";

interface Env {
  readonly DATABASE_URL: string;
  readonly DATABASE_FETCH_ENDPOINT: string;
}

/** What the platform, the driver and the database cost before Stela does anything: the floors that its figures are divided by. */
const app = new Hono<{ Bindings: Env }>();

app.get("/f0", (c) => c.json({ ok: true }));

app.get("/f1", async (c) => {
  const sql = connect(c.env);
  return c.json(await sql.query("select 1 as one"));
});

app.get("/f2", async (c) => {
  const sql = connect(c.env);
  return c.json(await sql.transaction([sql.query("select 1 as one"), sql.query("select 2 as two")]));
});

function connect(env: Env) {
  neonConfig.fetchEndpoint = env.DATABASE_FETCH_ENDPOINT;
  return neon(env.DATABASE_URL);
}

export default app;
