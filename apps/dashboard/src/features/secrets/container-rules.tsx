import type { Container } from "@stela/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select, TextArea } from "../../components/field.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { Failed, Loading } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { fieldErrorsOf } from "../../lib/failure.ts";
import { SECRET_POLICIES, type SecretPolicy } from "../../lib/secret-policies.ts";
import { stela } from "../../lib/stela.ts";
import { useFocusWrong } from "../../lib/use-focus-wrong.ts";
import { containerQuery, SECRETS } from "./queries.ts";
import { RuleFields } from "./rule-fields.tsx";
import { emptyRule, listed, sentRule, typedRule } from "./typed-rules.ts";

/** What a container holds for a secret, and what it does then. */
export function ContainerRules({ containerTag, onClose }: { containerTag: string; onClose: () => void }) {
  const { data: container, error, refetch, isFetchedAfterMount } = useQuery(containerQuery(containerTag));
  // What is edited is as it was when the dialog opened, not an answer kept from before.
  if (container !== undefined && isFetchedAfterMount) return <RulesForm container={container} onClose={onClose} />;
  return (
    <Dialog title={`Secrets in ${containerTag}`} onClose={onClose}>
      {error === null ? <Loading /> : <Failed error={error} onRetry={refetch} />}
    </Dialog>
  );
}

function RulesForm({ container, onClose }: { container: Container; onClose: () => void }) {
  const { containerTag } = container;
  const [secretPolicy, setSecretPolicy] = useState(container.secretPolicy);
  const [rules, setRules] = useState(() => container.secretRules.map(typedRule));
  const [internalHostRules, setInternalHostRules] = useState(container.internalHostRules);
  const [disabled, setDisabled] = useState(container.disabledRules.join("\n"));
  const queryClient = useQueryClient();
  const toast = useToast();
  const disabledRules = listed(disabled, /[\s,]+/);
  const change = useMutation({
    mutationFn: () =>
      stela.containers.update(containerTag, {
        secretPolicy,
        secretRules: rules.map(sentRule),
        internalHostRules,
        disabledRules,
      }),
    onSuccess: async () => {
      toast({ text: `Changed what ${containerTag} does with secrets.` });
      onClose();
      await queryClient.invalidateQueries({ queryKey: SECRETS });
    },
  });
  const form = useRef<HTMLFormElement>(null);
  useFocusWrong(form, change.error);
  const errors = fieldErrorsOf(change.error);
  const errorAt = (start: string) => errors.find(({ path }) => path.startsWith(start));
  const wrongId = errorAt("disabledRules");
  const wrongPlace = Number(/\[(\d+)\]/.exec(wrongId?.path ?? "")?.[1]);
  const ofAllRules = errors.find(({ path }) => path === "secretRules")?.message;
  return (
    <Dialog
      title={`Secrets in ${containerTag}`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="rules" isBusy={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="rules"
        ref={form}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Select
          label="Text that looks like it holds a secret"
          hint="Holds for what is written from now on. Each finding is noted, whatever becomes of the text."
          value={secretPolicy}
          onChange={(event) => setSecretPolicy(event.target.value as SecretPolicy)}
        >
          {Object.entries(SECRET_POLICIES).map(([policy, { label }]) => (
            <option key={policy} value={policy}>
              {label}
            </option>
          ))}
        </Select>
        <div className="flex flex-col gap-3">
          <p className="font-medium">Rules of its own</p>
          {rules.length === 0 && <p className="text-muted">None: only the built-in rules look.</p>}
          {rules.map((rule, index) => (
            <RuleFields
              key={rule.key}
              rule={rule}
              number={index + 1}
              onChange={(changed) => setRules(rules.with(index, changed))}
              onRemove={() => {
                setRules(rules.toSpliced(index, 1));
                change.reset(); // The places that the errors name are no longer theirs.
              }}
              errorOf={(member) => errorAt(`secretRules[${index}].${member}`)?.message}
            />
          ))}
          {ofAllRules !== undefined && <p className="text-danger">{ofAllRules}</p>}
          <Button className="self-start" onClick={() => setRules([...rules, emptyRule()])}>
            <Plus aria-hidden="true" /> Add a rule
          </Button>
        </div>
        <Checkbox
          label="Names and addresses of internal hosts are secrets"
          hint="Such as 10.0.0.7 and db.internal."
          checked={internalHostRules}
          onChange={(event) => setInternalHostRules(event.target.checked)}
        />
        <TextArea
          label="Built-in rules that are off"
          hint="Their ids, one a line. What they find is let through."
          rows={3}
          value={disabled}
          onChange={(event) => setDisabled(event.target.value)}
          error={wrongId && `${disabledRules[wrongPlace] ?? ""} ${wrongId.message}`.trim()}
          className="font-mono"
          spellCheck={false}
        />
        {errors.length === 0 && <Refusal error={change.error} />}
      </form>
    </Dialog>
  );
}
