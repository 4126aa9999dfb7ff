import { findSecrets, redactSent, type SentFinding } from "../secrets/screen.ts";
import { builtInScreening } from "../secrets/screening.ts";
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
  readonly findings: readonly SentFinding[];
  under(policy: Policy): { readonly sent: StorableFact; readonly isBlocked: boolean };
}

/** Names a fact and looks for secrets in it. */
export async function prepareFact(fact: Fact, index: number): Promise<PreparedFact> {
  const findings = findSecrets(fact, builtInScreening).map(({ secret: _, ...finding }) => finding);
  const plain = await toStorable(fact);
  const redacted = findings.length === 0 ? plain : await toStorable(redactSent(fact, builtInScreening));
  // A name cannot be redacted: it would be another name.
  const isInName = findings.some(({ path }) => path === "key");
  return {
    findings: findings.map((finding) => ({ ...finding, path: `facts[${index}].${finding.path}` })),
    under(policy) {
      const isBlocked = findings.length > 0 && (policy === "block" || (policy === "redact" && isInName));
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
