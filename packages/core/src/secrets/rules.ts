import type { SecretRule } from "./rule.ts";
import { aiRules } from "./rules/ai.ts";
import { assignmentRules } from "./rules/assignments.ts";
import { cloudRules } from "./rules/cloud.ts";
import { connectionRules } from "./rules/connections.ts";
import { databaseRules } from "./rules/databases.ts";
import { developerToolRules } from "./rules/developer-tools.ts";
import { hostingRules } from "./rules/hosting.ts";
import { identityRules } from "./rules/identity.ts";
import { messagingRules } from "./rules/messaging.ts";
import { observabilityRules } from "./rules/observability.ts";
import { packageRules } from "./rules/packages.ts";
import { paymentRules } from "./rules/payments.ts";
import { privateKeyRules } from "./rules/private-keys.ts";
import { sourceHostingRules } from "./rules/source-hosting.ts";
import { workToolRules } from "./rules/work-tools.ts";

/**
 * The built-in rules, the most specific first: where two claim the same place, the earlier one names the finding.
 * They hold facts about formats, from the public documentation of each service; the source stands beside each rule.
 */
export const secretRules: readonly SecretRule[] = [
  ...identityRules,
  ...cloudRules,
  ...hostingRules,
  ...databaseRules,
  ...sourceHostingRules,
  ...packageRules,
  ...aiRules,
  ...developerToolRules,
  ...paymentRules,
  ...messagingRules,
  ...observabilityRules,
  ...workToolRules,
  ...privateKeyRules,
  ...connectionRules,
  ...assignmentRules,
];
