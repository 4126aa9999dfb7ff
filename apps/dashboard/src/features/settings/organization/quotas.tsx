import type { Organization } from "@stela/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/page.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { useToast } from "../../../components/toast.tsx";
import { fieldErrorsOf } from "../../../lib/failure.ts";
import { stela } from "../../../lib/stela.ts";
import { QuotaField, quotaOf, typedQuota } from "../quota-field.tsx";
import { organizationQuery } from "./queries.ts";

/** How much may be kept, over all containers. */
export function Quotas({ organization }: { organization: Organization }) {
  const [documents, setDocuments] = useState(typedQuota(organization.maxDocuments));
  const [bytes, setBytes] = useState(typedQuota(organization.maxBytes));
  const queryClient = useQueryClient();
  const toast = useToast();
  const wanted = { maxDocuments: quotaOf(documents), maxBytes: quotaOf(bytes) };
  const change = useMutation({
    mutationFn: () => stela.organization.update(wanted),
    onSuccess: (changed) => {
      queryClient.setQueryData(organizationQuery.queryKey, changed);
      toast({ text: "Changed the quotas." });
    },
  });
  const errors = fieldErrorsOf(change.error);
  const errorOf = (field: string) => errors.find(({ path }) => path === field)?.message;
  const isUnchanged = wanted.maxDocuments === organization.maxDocuments && wanted.maxBytes === organization.maxBytes;
  return (
    <Section title="Quotas">
      <Card className="p-4">
        <form
          className="flex max-w-sm flex-col items-stretch gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate();
          }}
        >
          <QuotaField
            label="Documents, at most"
            hint="A write past it is refused; what is there stays."
            value={documents}
            onChange={setDocuments}
            error={errorOf("maxDocuments")}
          />
          <QuotaField
            label="Bytes of text, at most"
            hint="1 GiB is 1073741824."
            value={bytes}
            onChange={setBytes}
            error={errorOf("maxBytes")}
          />
          {errors.length === 0 && <Refusal error={change.error} />}
          <Button kind="primary" type="submit" disabled={isUnchanged} isBusy={change.isPending} className="self-start">
            Save the quotas
          </Button>
        </form>
      </Card>
    </Section>
  );
}
