import type { NewKey, Scope } from "@stela/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Checkbox } from "../../../components/checkbox.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { TextArea, TextField } from "../../../components/field.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { fieldErrorsOf } from "../../../lib/failure.ts";
import { stela } from "../../../lib/stela.ts";
import { useFocusWrong } from "../../../lib/use-focus-wrong.ts";
import { type Expiry, ExpiryField, expiresAt, NEVER } from "./expiry-field.tsx";
import { KeyShownOnce } from "./key-shown-once.tsx";
import { KEYS } from "./queries.ts";
import { SCOPES } from "./scopes.ts";

/** Makes a key, and shows its text once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["documents:read", "documents:write"]);
  const [patterns, setPatterns] = useState("");
  const [expiry, setExpiry] = useState<Expiry>(NEVER);
  const create = useMutation({
    mutationFn: (body: NewKey) => stela.keys.create(body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS }),
  });
  const form = useRef<HTMLFormElement>(null);
  useFocusWrong(form, create.error);
  if (create.data !== undefined) {
    return <KeyShownOnce title={`The key ${create.data.name}`} text={create.data.key} onClose={onClose} />;
  }
  const errors = fieldErrorsOf(create.error);
  const errorOf = (field: string) => errors.find(({ path }) => path.startsWith(field))?.message;
  const containers = patterns.split(/[\s,]+/).filter((pattern) => pattern !== "");
  const wrong = errors.find(({ path }) => path.startsWith("containers"));
  const wrongPattern = containers[Number(/\[(\d+)\]/.exec(wrong?.path ?? "")?.[1])];
  return (
    <Dialog
      title="New key"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="create-key"
            disabled={scopes.length === 0}
            isBusy={create.isPending}
          >
            Make the key
          </Button>
        </>
      }
    >
      <form
        id="create-key"
        ref={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const until = expiresAt(expiry, Date.now());
          create.mutate({ name, scopes: [...scopes], containers, ...(until !== null && { expiresAt: until }) });
        }}
      >
        <TextField
          label="Name"
          hint="Who or what uses it: the history shows it."
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errorOf("name")}
          dir="auto"
          required
          autoFocus
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium">What it may do</legend>
          {(Object.keys(SCOPES) as Scope[]).map((scope) => (
            <Checkbox
              key={scope}
              label={<span className="font-mono text-[0.85rem]">{scope}</span>}
              hint={SCOPES[scope]}
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
              }
            />
          ))}
          {scopes.length === 0 && <p className="text-danger">Choose at least one.</p>}
        </fieldset>
        <TextArea
          label="Containers"
          hint="One a line: a whole name (user:42), or a beginning with a star (project:*). A star alone is every container."
          placeholder="user:42"
          rows={3}
          value={patterns}
          onChange={(event) => setPatterns(event.target.value)}
          error={wrong && (wrongPattern === undefined ? wrong.message : `${wrongPattern}: ${wrong.message}`)}
          className="font-mono"
          spellCheck={false}
          required
        />
        <ExpiryField expiry={expiry} onChange={setExpiry} error={errorOf("expiresAt")} />
        {errors.length === 0 && <Refusal error={create.error} />}
      </form>
    </Dialog>
  );
}
