import type { Context } from "../context.ts";
import { type FingerprintedFinding, fingerprinted } from "../secrets/judged.ts";
import { type FoundSecret, findSecrets, redactSent } from "../secrets/screen.ts";
import type { Screening } from "../secrets/screening.ts";
import { deriveKey, FACT_PREFIX } from "./fact-id.ts";
import type { FreshFact } from "./judge.ts";
import type { Basis } from "./plan.ts";
import type { Fact } from "./schema.ts";

type Policy = Basis["policy"];

/** A fact as it is judged and stored. */
interface StorableFact extends FreshFact {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A sent fact under each policy of secrets. */
export interface PreparedFact {
  readonly found: readonly FoundSecret[];
  readonly findings: readonly FingerprintedFinding[];
  under(policy: Policy): { readonly sent: StorableFact; readonly isBlocked: boolean };
}

/** Names facts and looks for secrets in them. */
export function prepareFacts(
  context: Pick<Context, "newId" | "fingerprint">,
  facts: readonly Fact[],
  screening: Screening,
): Promise<PreparedFact[]> {
  return Promise.all(facts.map((fact, index) => prepareFact(context, fact, index, screening)));
}

async function prepareFact(
  context: Pick<Context, "newId" | "fingerprint">,
  fact: Fact,
  index: number,
  screening: Screening,
): Promise<PreparedFact> {
  const found = findSecrets(fact, screening).map((each) => ({ ...each, path: `facts[${index}].${each.path}` }));
  const findings = await fingerprinted(context, found);
  const plain = await toStorable(fact);
  const redacted = found.length === 0 ? plain : await toStorable(redactSent(fact, screening));
  // A name cannot be redacted: it would be another name.
  const isInName = findings.some((finding) => finding.isName);
  return {
    found,
    findings,
    under(policy) {
      const isBlocked = found.length > 0 && (policy === "block" || (policy === "redact" && isInName));
      return { sent: policy === "redact" ? redacted : plain, isBlocked };
    },
  };
}

async function toStorable({ key, content, ...fields }: Fact): Promise<StorableFact> {
  const { category, importance, tags = null, occurredAt = null } = fields;
  const name = key ?? (await deriveKey(category, content));
  const own = { key: key ?? null, category, content, importance, tags, occurredAt };
  return { ...own, customId: `${FACT_PREFIX}${name}`, fields: { ...fields, key: name } };
}
