import type * as z from "zod";
import { atLength, type Context, erases } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param, query } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { prefixEnd } from "../text.ts";
import type { ErasePlan, Erasure } from "./schema.ts";
import { type StoredErasure, toErasure } from "./stored.ts";

/** What is to be erased in a container: one of the members, or all of it. */
export type EraseTarget =
  | {
      readonly customId?: string | undefined;
      readonly prefix?: string | undefined;
      readonly session?: string | undefined;
    }
  | "everything";

type Plan = Omit<z.infer<typeof ErasePlan>, "dryRun">;

/** Erases for good, in one transaction, and gives back the receipt. */
export async function erase(context: Context, containerTag: string, target: EraseTarget): Promise<Erasure> {
  const call = eraseCall(context.newId(), containerTag, target, false);
  const answer = await context.run(
    atLength(erases(containerTag)),
    command<{ readonly outcome: "done"; readonly erasure: StoredErasure } | { readonly outcome: "missing" }>(call),
  );
  if (answer.outcome === "missing") throw noContainer();
  return toErasure(answer.erasure);
}

/** Tells what would be erased, and erases nothing. */
export async function planErasure(
  context: Context,
  containerTag: string,
  target: EraseTarget,
): Promise<z.infer<typeof ErasePlan>> {
  const call = eraseCall(context.newId(), containerTag, target, true);
  const answer = await context.run(
    atLength(erases(containerTag)),
    query<(Plan & { readonly outcome: "done" }) | { readonly outcome: "missing" }>(call),
  );
  if (answer.outcome === "missing") throw noContainer();
  const { counts, documents } = answer;
  return { dryRun: true, counts, documents };
}

function noContainer(): DomainError {
  return new DomainError("not_found", "There is no such container.");
}

function eraseCall(id: string, containerTag: string, target: EraseTarget, dryRun: boolean) {
  const { name, from, until, session } = rangeOf(target);
  return sql`stela.erase(${param.uuid(id)}, ${param.text(containerTag)}, ${param.text(name)}, ${param.text(from)},
    ${param.text(until)}, ${param.text(session)}, ${param.boolean(dryRun)})`;
}

/** Names from `from` and before `until`. No name holds a control character, so the range of one name holds no other. */
function rangeOf(target: EraseTarget) {
  if (target === "everything") return { name: "container", from: "", until: null, session: null };
  const { customId, prefix, session } = target;
  if (session !== undefined) return { name: "session", from: null, until: null, session };
  if (prefix !== undefined) return { name: "prefix", from: prefix, until: prefixEnd(prefix), session: null };
  if (customId !== undefined) return { name: "document", from: customId, until: `${customId}\u0001`, session: null };
  throw new DomainError("internal", "An erasure needs a target.");
}
