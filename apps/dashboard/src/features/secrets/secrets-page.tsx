import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Page, Section } from "../../components/page.tsx";
import { useNeedsAdmin } from "../../lib/use-role.ts";
import { ContainerPolicies } from "./container-policies.tsx";
import { ContainerRules } from "./container-rules.tsx";
import { FindingFilters } from "./finding-filters.tsx";
import { Findings } from "./findings.tsx";
import { MarkFalsePositive } from "./mark-false-positive.tsx";
import type { Filters } from "./queries.ts";
import { Summary } from "./summary.tsx";

const route = getRouteApi("/signed-in/secrets");

/** What looked like a secret, and what becomes of such text. */
export function SecretsPage() {
  const { mark, rules, ...search } = route.useSearch();
  const { container, ...others } = search;
  const filters: Filters = { ...others, ...(container !== undefined && { containerTag: container }) };
  const navigate = useNavigate({ from: "/secrets" });
  const needsAdmin = useNeedsAdmin();
  const close = () => navigate({ search });
  return (
    <Page
      title="Secrets"
      lead={
        <>
          What looked like a secret in what was written: where it stood and what became of it. The text itself is kept
          nowhere.
          {needsAdmin !== undefined &&
            " As a reviewer you see what was found; admins and owners mark false positives and set policies."}
        </>
      }
    >
      <FindingFilters search={search} />
      <Section title="By rule and container">
        <Summary filters={filters} />
      </Section>
      <Section title="Findings">
        <Findings filters={filters} />
      </Section>
      <Section title="What containers do with secrets">
        <ContainerPolicies />
      </Section>
      {mark !== undefined && <MarkFalsePositive key={mark} id={mark} filters={filters} onClose={close} />}
      {rules !== undefined && <ContainerRules key={rules} containerTag={rules} onClose={close} />}
    </Page>
  );
}
