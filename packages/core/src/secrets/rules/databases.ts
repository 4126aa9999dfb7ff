import type { SecretRule } from "../rule.ts";

/** Databases, warehouses, search engines and what moves data between them. */
export const databaseRules: readonly SecretRule[] = [
  // Supabase documentation, "API keys": sbp_ personal tokens, sb_secret_ keys; sb_publishable_ is no secret.
  { id: "supabase-token", name: "Supabase token", keywords: ["sbp_"], pattern: /sbp_(?:v0_|oauth_)?[a-f0-9]{40,64}/ },
  {
    id: "supabase-secret-key",
    name: "Supabase secret key",
    keywords: ["sb_secret_"],
    pattern: /sb_secret_[A-Za-z0-9_-]{20,64}/,
  },
  // Neon documentation: API keys napi_, generated role passwords npg_.
  { id: "neon-api-key", name: "Neon API key", keywords: ["napi_"], pattern: /napi_[a-z0-9]{40,80}/ },
  {
    id: "neon-password",
    name: "Neon password",
    keywords: ["npg_"],
    pattern: /npg_[A-Za-z0-9]{10,24}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // PlanetScale documentation: pscale_tkn_ service tokens, pscale_pw_ passwords, pscale_oauth_.
  {
    id: "planetscale-token",
    name: "PlanetScale credential",
    keywords: ["pscale_"],
    pattern: /pscale_(?:tkn|pw|oauth|api)_[A-Za-z0-9=._-]{28,80}/,
  },
  // MongoDB Atlas documentation: secrets of service accounts begin with mdb_sa_sk_.
  {
    id: "mongodb-atlas-secret",
    name: "MongoDB Atlas service account secret",
    keywords: ["mdb_sa_sk_"],
    pattern: /mdb_sa_sk_[A-Za-z0-9_-]{30,64}/,
  },
  // Databricks documentation: personal access tokens dapi, OAuth secrets dose, 32 hexadecimal digits.
  {
    id: "databricks-token",
    name: "Databricks token",
    keywords: ["dapi", "dose", "dkea"],
    pattern: /(?:dapi|dose|dkea)[a-f0-9]{32,36}(?:-\d{1,2})?(?![A-Za-z0-9])/,
  },
  // Snowflake documentation: programmatic access tokens are JWTs; a version prefix marks session tokens.
  {
    id: "snowflake-session-token",
    name: "Snowflake session token",
    keywords: ["ver:1-hint:"],
    pattern: /ver:1-hint:\d{1,20}-ETMsDgAAA[A-Za-z0-9+/=]{40,1024}/,
  },
  // DataStax Astra documentation: AstraCS:<24>:<64 hexadecimal>.
  {
    id: "astra-token",
    name: "DataStax Astra token",
    keywords: ["astracs:"],
    pattern: /AstraCS:[A-Za-z]{20,28}:[a-f0-9]{64}/,
  },
  // Xata documentation: xau_. Fauna documentation: secrets begin with fnA. Aiven documentation: passwords AVNS_.
  { id: "xata-api-key", name: "Xata API key", keywords: ["xau_"], pattern: /xau_[A-Za-z0-9]{20,60}/ },
  {
    id: "fauna-secret",
    name: "Fauna secret",
    keywords: ["fnae", "fnaf", "fnad"],
    pattern: /fnA[DEF][A-Za-z0-9_-]{34,44}/,
  },
  { id: "aiven-password", name: "Aiven service password", keywords: ["avns_"], pattern: /AVNS_[A-Za-z0-9_-]{16,40}/ },
  // CockroachDB Cloud documentation: CCDB1_<22>_<40>. ClickHouse Cloud documentation: key secrets begin with 4b1d.
  {
    id: "cockroachdb-cloud-key",
    name: "CockroachDB Cloud key",
    keywords: ["ccdb1_"],
    pattern: /CCDB1_[A-Za-z0-9]{20,24}_[A-Za-z0-9]{36,44}/,
  },
  {
    id: "clickhouse-cloud-secret",
    name: "ClickHouse Cloud key secret",
    keywords: ["4b1d"],
    pattern: /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Pinecone documentation: pcsk_<id>_<secret>. PlanetScale-like: Turso uses JWTs.
  {
    id: "pinecone-api-key",
    name: "Pinecone API key",
    keywords: ["pcsk_"],
    pattern: /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}/,
  },
  // dbt Cloud documentation: dbtc_ service, dbtu_ personal. Prefect documentation: pnu_ users, pnb_ bots.
  {
    id: "dbt-cloud-token",
    name: "dbt Cloud token",
    keywords: ["dbtc_", "dbtu_", "dbts_"],
    pattern: /dbt[cus]_[A-Za-z0-9_=-]{36,120}/,
  },
  {
    id: "prefect-api-key",
    name: "Prefect API key",
    keywords: ["pnu_", "pnb_"],
    pattern: /pn[ub]_[A-Za-z0-9]{32,40}(?![A-Za-z0-9])/,
  },
  // Confluent Cloud documentation: secrets begin with cflt.
  {
    id: "confluent-secret",
    name: "Confluent Cloud secret",
    keywords: ["cflt"],
    pattern: /cflt[A-Za-z0-9+/]{56,64}={0,2}/,
  },
  // Tinybird documentation: tokens are p. and a JWT. Hightouch, Fivetran and Upstash have no shape; see assignments.ts.
  {
    id: "tinybird-token",
    name: "Tinybird token",
    keywords: ["p.eyj"],
    pattern: /p\.eyJ[A-Za-z0-9_-]{20,400}\.[A-Za-z0-9_-]{20,64}/,
  },
  // Algolia and Elastic keys have no shape; see assignments.ts. Elastic Cloud keys begin with essu_.
  { id: "elastic-cloud-key", name: "Elastic Cloud key", keywords: ["essu_"], pattern: /essu_[A-Za-z0-9+/=_-]{40,256}/ },
];
