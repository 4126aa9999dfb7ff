import type { SecretRule } from "../rule.ts";

/**
 * Passwords inside URLs and connection strings. RFC 3986, 3.2.1: `user:password@` before the host. Only the password is
 * the finding. Databases may keep `/`, `?` and `#` unescaped in it; on the web these end the authority.
 */
export const connectionRules: readonly SecretRule[] = [
  {
    id: "database-url-password",
    name: "Password in a database URL",
    keywords: [
      ...[
        "postgres://",
        "postgresql://",
        "mysql://",
        "mysql2://",
        "mariadb://",
        "mongodb://",
        "mongodb+srv://",
        "redis://",
        "rediss://",
      ],
      ...[
        "valkey://",
        "amqp://",
        "amqps://",
        "mssql://",
        "sqlserver://",
        "cockroachdb://",
        "clickhouse://",
        "oracle://",
        "neo4j://",
      ],
      ...[
        "neo4j+s://",
        "bolt://",
        "nats://",
        "couchbase://",
        "cassandra://",
        "snowflake://",
        "kafka://",
        "ldap://",
        "ldaps://",
        "ecto://",
      ],
      ...[
        "postgresql+psycopg2://",
        "postgresql+asyncpg://",
        "mysql+pymysql://",
        "libsql://",
        "memcached://",
        "elasticsearch://",
        "influxdb://",
      ],
    ],
    pattern: /[a-z][a-z0-9+]{2,24}:\/\/(?<user>[^\s:/@"'`<>]{0,128}):(?<secret>[^\s@"'`<>\\]{1,256})@(?=[\w.[{$-])/i,
    inWord: true,
    judgement: "url",
    minEntropy: 0,
  },
  {
    id: "url-password",
    name: "Password in a URL",
    keywords: ["://"],
    pattern: /:\/\/(?<user>[^\s:/?#@"'`<>\\]{0,128}):(?<secret>[^\s:/?#@"'`<>\\]{1,256})@(?=[\w.[{$-])/,
    inWord: true,
    judgement: "url",
    minEntropy: 0,
  },
  {
    // A token alone where the user's name stands: `https://<token>@host`, as git remotes and Sentry's old DSNs have it.
    id: "url-token",
    name: "Token in a URL",
    keywords: ["https://", "http://"],
    pattern: /https?:\/\/(?<secret>[A-Za-z0-9_-]{24,256})@(?=[\w.-]{3,100}\/)(?!o\d{1,20}\.ingest\.|sentry\.io)/i,
    inWord: true,
    judgement: "random",
  },
  {
    // ADO.NET, ODBC and JDBC connection strings: `Server=…;User Id=…;Password=…;`.
    id: "connection-string-password",
    name: "Password in a connection string",
    keywords: [";password=", "; password=", ";pwd=", "; pwd=", "&password=", "?password="],
    pattern: /[;&?] ?(?:password|pwd)\s?=\s?["']?(?<secret>[^\s;"'`&<>\\]{4,128})/i,
    inWord: true,
    judgement: "url",
    minEntropy: 1.5,
  },
  {
    // Key URI format of authenticator apps: `otpauth://totp/…?secret=<base32>`.
    id: "otpauth-secret",
    name: "One-time password seed",
    keywords: ["otpauth://"],
    pattern: /otpauth:\/\/[ht]otp\/[^\s"'`<>]{0,128}?[?&]secret=(?<secret>[A-Za-z2-7]{16,128})/i,
    inWord: true,
  },
];
