import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Select } from "../../../components/field.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Failed, Loading } from "../../../components/states.tsx";
import { stela } from "../../../lib/stela.ts";
import { KeyShownOnce } from "./key-shown-once.tsx";
import { KEYS, keyQuery } from "./queries.ts";

const OVERLAPS = [
  [0, "Stops at once"],
  [3_600, "Works for another hour"],
  [86_400, "Works for another day"],
  [604_800, "Works for another week"],
  [2_592_000, "Works for another 30 days"],
] as const;

/** A new text for a key, while the old one works on for as long as its users need. */
export function RotateKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: key, error } = useQuery(keyQuery(id));
  const queryClient = useQueryClient();
  const [overlapSeconds, setOverlapSeconds] = useState(86_400);
  const rotate = useMutation({
    mutationFn: () => stela.keys.rotate(id, { overlapSeconds }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS }),
  });
  if (rotate.data !== undefined) {
    const note = OVERLAPS.find(([seconds]) => seconds === overlapSeconds)?.[1].toLowerCase();
    return (
      <KeyShownOnce
        title={`The new key ${rotate.data.name}`}
        text={rotate.data.key}
        note={`The old key ${note}.`}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title="Rotate a key"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={key === undefined} isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            Make the new key
          </Button>
        </>
      }
    >
      {error !== null && <Failed error={error} />}
      {error === null && key === undefined && <Loading lines={3} />}
      {key !== undefined && (
        <>
          <p>
            A new key takes the place of <b dir="auto">{key.name}</b>, with the same scopes and containers.
          </p>
          <Select
            label="The old key"
            value={overlapSeconds}
            onChange={(event) => setOverlapSeconds(Number(event.target.value))}
            hint="Long enough to bring the new one to all that use it."
          >
            {OVERLAPS.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
          <Refusal error={rotate.error} />
        </>
      )}
    </Dialog>
  );
}
