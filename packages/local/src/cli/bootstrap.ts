import { randomBytes } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { mintKey } from "@stela/core/keys";
import { Name } from "@stela/core/schema";
import { DatabaseError } from "pg";
import { LocalStackError } from "../local-stack-error.ts";
import { newId } from "../new-id.ts";
import { createOrganization, inviteOwner } from "../organization.ts";
import { reasonOf } from "../reason.ts";
import { devFileIn } from "../stack/state-folder.ts";

const USAGE = 'npm run bootstrap -- --name "Acme" --owner ada@example.com';
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;
const SHARD = /^[a-z0-9]{1,16}$/;
const REPOSITORY = path.resolve(import.meta.dirname, "../../../..");

/** Postgres: a schema, a table or a function is missing; a column is. */
const NOT_MIGRATED: ReadonlySet<string | undefined> = new Set(["3F000", "42P01", "42883", "42703"]);
const NO_PRIVILEGE = "42501";

/**
 * `npm run bootstrap`: makes an organization and its first key, and prints the key: it is stored nowhere. With an owner, prints the link by
 * which that person joins.
 */
async function main(): Promise<void> {
  const { name, shard, owner, dashboardUrl } = readArguments(process.argv.slice(2));
  const databaseUrl = findDatabase(process.env["DATABASE_URL"]);
  const dashboard = owner === undefined ? undefined : findDashboard(dashboardUrl, databaseUrl);
  const organization = { organizationId: newId(), name, apiKey: mintKey(shard, randomBytes), createdBy: "bootstrap" };
  const { organizationId, apiKey } = organization;
  const make = async () => {
    await createOrganization(databaseUrl, organization);
    return owner === undefined ? null : await inviteOwner(databaseUrl, organizationId, owner);
  };
  const invitation = await make().catch((error: unknown) => {
    throw new LocalStackError(asSentence(error, new URL(databaseUrl).host));
  });
  const link = invitation === null ? "" : `Owner's link  ${dashboard}/join/${invitation.secret}\n`;
  process.stdout.write(`Organization  ${organizationId}\nAPI key       ${apiKey}\n${link}`);
}

interface Arguments {
  readonly name: string;
  readonly shard: string;
  readonly owner: string | undefined;
  readonly dashboardUrl: string | undefined;
}

function readArguments(args: readonly string[]): Arguments {
  const { values } = parsed(args);
  const name = Name.safeParse(values.name?.trim());
  if (!name.success) throw new LocalStackError(`Name the organization, in 1 to 128 bytes of text: ${USAGE}`);
  const { shard = "main", owner, "dashboard-url": dashboardUrl } = values;
  if (!SHARD.test(shard)) throw new LocalStackError("--shard must be 1 to 16 of the characters a-z and 0-9.");
  if (owner !== undefined && !EMAIL.test(owner)) {
    throw new LocalStackError("--owner must be the e-mail address of the first owner.");
  }
  return { name: name.data, shard, owner, dashboardUrl };
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    return parseArgs({ args: [...args], options: { name: text, shard: text, owner: text, "dashboard-url": text } });
  } catch (error) {
    throw new LocalStackError(`${reasonOf(error).split(". ")[0]}. Use: ${USAGE}`);
  }
}

function findDatabase(given: string | undefined): string {
  const databaseUrl = given || devFileIn(REPOSITORY)?.databaseUrl;
  if (databaseUrl === undefined) {
    throw new LocalStackError("There is no database: set DATABASE_URL, or start the local stack with npm start.");
  }
  if (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)) return databaseUrl;
  throw new LocalStackError("DATABASE_URL is not a URL of the form postgresql://user:password@host/database.");
}

/** Where the links of invitations lead: the dashboard of the stack that runs from this folder is that of its own database alone. */
function findDashboard(given: string | undefined, databaseUrl: string): string {
  const running = devFileIn(REPOSITORY);
  const found = given ?? (running?.databaseUrl === databaseUrl ? running.dashboardUrl : undefined);
  if (found === undefined) {
    throw new LocalStackError("Say where the owner's link leads: --dashboard-url https://memory.example.com");
  }
  if (/^https?:\/\//.test(found) && URL.canParse(found)) return new URL(found).origin;
  throw new LocalStackError("--dashboard-url is not a URL of the form https://host.");
}

function asSentence(error: unknown, host: string): string {
  if (!(error instanceof DatabaseError)) return `The database at ${host} cannot be reached: ${reasonOf(error)}.`;
  if (NOT_MIGRATED.has(error.code)) {
    return `The database at ${host} has not the tables of this version of Stela: start it once with DATABASE_URL set.`;
  }
  if (error.code === NO_PRIVILEGE) {
    return `The role in DATABASE_URL may not make organizations: use the one that owns the database at ${host}.`;
  }
  return `The database at ${host} refused: ${error.message}.`;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalStackError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
