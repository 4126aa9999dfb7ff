import type { ApiKey } from "@stela/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { useToast } from "../../../components/toast.tsx";
import { stela } from "../../../lib/stela.ts";
import { isOfPeople } from "./key-state.ts";
import { KEYS, keyQuery } from "./queries.ts";

/** Ends a key, after saying what stops with it. */
export function RevokeKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: key, error } = useQuery(keyQuery(id));
  const queryClient = useQueryClient();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: () => stela.keys.revoke(id),
    onSuccess: async ({ name }) => {
      toast({ text: `Revoked ${name}.` });
      onClose();
      await queryClient.invalidateQueries({ queryKey: KEYS });
    },
  });
  return (
    <Dialog
      title="Revoke a key"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={key === undefined} isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        </>
      }
    >
      {error !== null && <Failed error={error} />}
      {error === null && key === undefined && <Loading lines={3} />}
      {key !== undefined && (isOfPeople(key) ? <EndsPeople /> : <Ends apiKey={key} />)}
      <Refusal error={revoke.error} />
    </Dialog>
  );
}

function Ends({ apiKey: { name, prefix, containers, lastUsedAt } }: { apiKey: ApiKey }) {
  return (
    <>
      <p>
        Whatever uses <b dir="auto">{name}</b> (<span className="font-mono">{prefix}…</span>) stops at its next request,
        and so do the tokens that were made with it. This cannot be taken back.
      </p>
      <ul className="list-disc pl-5">
        <li className="[overflow-wrap:anywhere]">
          It works in {containers.includes("*") ? "every container" : containers.join(", ")}.
        </li>
        <li>
          {lastUsedAt === null ? (
            "It was never used."
          ) : (
            <>
              It was last used <Time at={lastUsedAt} />.
            </>
          )}
        </li>
      </ul>
      <p className="text-muted">What it wrote stays, and the history goes on naming it.</p>
    </>
  );
}

function EndsPeople() {
  return (
    <p>
      Everybody who is signed in to this dashboard acts through this key. Revoking it ends what they all hold, you too,
      at the next request; each of them goes on after signing in again, with a new key. No agent uses it.
    </p>
  );
}
