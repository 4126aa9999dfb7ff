import type { Container, ContainerSettings } from "@stela/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Select } from "../../../components/field.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { useToast } from "../../../components/toast.tsx";
import { fieldErrorsOf } from "../../../lib/failure.ts";
import { bytes, number } from "../../../lib/format.ts";
import { SECRET_POLICIES, type SecretPolicy } from "../../../lib/secret-policies.ts";
import { stela } from "../../../lib/stela.ts";
import { useFocusWrong } from "../../../lib/use-focus-wrong.ts";
import { QuotaField, quotaOf, typedQuota } from "../quota-field.tsx";
import { CONTAINERS, containerQuery } from "./queries.ts";

/** Changes what holds in a container. */
export function ChangeContainer({ containerTag, onClose }: { containerTag: string; onClose: () => void }) {
  const { data: container, error, refetch, isFetchedAfterMount } = useQuery(containerQuery(containerTag));
  // What is edited is as it was when the dialog opened, not an answer kept from before.
  if (container !== undefined && (isFetchedAfterMount || error !== null)) {
    return <ChangeForm container={container} onClose={onClose} />;
  }
  return (
    <Dialog title={containerTag} onClose={onClose}>
      {error === null ? <Loading /> : <Failed error={error} onRetry={refetch} />}
    </Dialog>
  );
}

function ChangeForm({ container, onClose }: { container: Container; onClose: () => void }) {
  const { containerTag } = container;
  const queryClient = useQueryClient();
  const toast = useToast();
  const [secretPolicy, setSecretPolicy] = useState(container.secretPolicy);
  const [onExisting, setOnExisting] = useState(container.onExisting);
  const [days, setDays] = useState(typedQuota(container.revisionRetentionDays));
  const [maxDocuments, setMaxDocuments] = useState(typedQuota(container.maxDocuments));
  const [maxBytes, setMaxBytes] = useState(typedQuota(container.maxBytes));
  const wanted = {
    secretPolicy,
    onExisting,
    revisionRetentionDays: quotaOf(days),
    maxDocuments: quotaOf(maxDocuments),
    maxBytes: quotaOf(maxBytes),
  };
  const changed: ContainerSettings = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !Object.is(value, container[name as keyof typeof wanted])),
  );
  const change = useMutation({
    mutationFn: () => stela.containers.update(containerTag, changed),
    onSuccess: async () => {
      toast({ text: `Changed ${containerTag}.` });
      onClose();
      await queryClient.invalidateQueries({ queryKey: CONTAINERS });
    },
  });
  const form = useRef<HTMLFormElement>(null);
  useFocusWrong(form, change.error);
  const errors = fieldErrorsOf(change.error);
  const errorOf = (field: string) => errors.find(({ path }) => path === field)?.message;
  const shortens =
    wanted.revisionRetentionDays !== null &&
    wanted.revisionRetentionDays < (container.revisionRetentionDays ?? Infinity);
  return (
    <Dialog
      title={containerTag}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="container"
            disabled={Object.keys(changed).length === 0}
            isBusy={change.isPending}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id="container"
        ref={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Select
          label="Text that looks like it holds a secret"
          value={secretPolicy}
          onChange={(event) => setSecretPolicy(event.target.value as SecretPolicy)}
          error={errorOf("secretPolicy")}
        >
          {Object.entries(SECRET_POLICIES).map(([policy, { label }]) => (
            <option key={policy} value={policy}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          label="When an agent creates a file that exists"
          value={onExisting}
          onChange={(event) => setOnExisting(event.target.value as Container["onExisting"])}
          error={errorOf("onExisting")}
        >
          <option value="refuse">Refuse: the agent is told that it exists</option>
          <option value="overwrite">Overwrite: the old text stays in the history</option>
        </Select>
        <QuotaField
          label="Days of history"
          hint={
            shortens
              ? `Revisions older than ${number(wanted.revisionRetentionDays ?? 0)} days will be removed for good, with the next daily run.`
              : "Older revisions are removed for good. Empty keeps them all."
          }
          value={days}
          onChange={setDays}
          error={errorOf("revisionRetentionDays")}
        />
        <QuotaField
          label="Documents, at most"
          hint={`It holds ${number(container.documents)}.`}
          value={maxDocuments}
          onChange={setMaxDocuments}
          error={errorOf("maxDocuments")}
        />
        <QuotaField
          label="Bytes of text, at most"
          hint={`It holds ${number(container.bytes)}.${wanted.maxBytes === null || Number.isNaN(wanted.maxBytes) ? "" : ` ${bytes(wanted.maxBytes)} may be written.`}`}
          value={maxBytes}
          onChange={setMaxBytes}
          error={errorOf("maxBytes")}
        />
        {errors.length === 0 && <Refusal error={change.error} />}
      </form>
    </Dialog>
  );
}
