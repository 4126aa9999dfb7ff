import { parseArgs } from "node:util";
import { DatabaseError } from "pg";
import { LocalStackError } from "../local-stack-error.ts";
import { abortMove, type Move, moveOrganization, removeMoved } from "../move-organization.ts";
import { reasonOf } from "../reason.ts";

const USAGE =
  "DATABASE_URL=… TARGET_DATABASE_URL=… node packages/local/src/cli/move-organization.ts --organization <id> --to <shard> [--abort | --remove]";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHARD = /^[a-z0-9]{1,16}$/;

/** Moves an organization to another shard: docs/design/scale.md. */
async function main(): Promise<void> {
  const { values } = parsed(process.argv.slice(2));
  const { organization = "", to = "", abort = false, remove = false } = values;
  const { DATABASE_URL: sourceUrl, TARGET_DATABASE_URL: targetUrl } = process.env;
  if (!sourceUrl || !targetUrl || !UUID.test(organization) || !SHARD.test(to) || (abort && remove)) {
    throw new LocalStackError(`Use: ${USAGE}`);
  }
  const move: Move = {
    organizationId: organization,
    sourceUrl,
    targetUrl,
    targetShard: to,
    onStep: (step) => process.stdout.write(`${step}\n`),
  };
  const run = abort ? abortMove : remove ? removeMoved : moveOrganization;
  await run(move).catch((error: unknown) => {
    if (error instanceof DatabaseError) throw new LocalStackError(`A database refused: ${error.message}.`);
    throw error;
  });
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      organization: { type: "string" },
      to: { type: "string" },
      abort: { type: "boolean" },
      remove: { type: "boolean" },
    } as const;
    return parseArgs({ args: [...args], options });
  } catch (error) {
    throw new LocalStackError(`${reasonOf(error).split(". ")[0]}. Use: ${USAGE}`);
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalStackError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
