import { useMutation } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { failureOf } from "../../lib/failure.ts";
import { absoluteTime, count } from "../../lib/format.ts";
import { NOTHING_VERIFIED, type Verified, verifyTrail } from "./verify.ts";

const PROBLEMS = {
  changed_event: "An event was changed after it was written.",
  missing_event: "An event that was sealed is missing.",
  inserted_event: "An event was put in among those that were sealed.",
  erased_without_receipt: "An event was blanked, and there is no receipt of an erasure for it.",
  broken_seal: "A seal does not fit the events beneath it.",
  missing_seal: "A seal is missing.",
  rewritten_chain: "The seal that you kept is not in the trail: it was made anew.",
} as const;

const SEAL = /^[1-9][0-9]{0,14}:[0-9a-f]{64}$/;

/** Recomputes every seal of the trail, and says in words what was found. */
export function VerifyTrail({ onClose }: { onClose: () => void }) {
  const [known, setKnown] = useState("");
  const [progress, setProgress] = useState<Verified>(NOTHING_VERIFIED);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const verify = useMutation({
    mutationFn: () => {
      controller.current = new AbortController();
      setProgress(NOTHING_VERIFIED);
      return verifyTrail(known.trim(), controller.current.signal, setProgress);
    },
  });
  const isKnownWrong = known.trim() !== "" && !SEAL.test(known.trim());
  return (
    <Dialog
      title="Verify the trail"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{verify.isPending ? "Cancel" : "Close"}</Button>
          <Button kind="primary" type="submit" form="verify" disabled={isKnownWrong} isBusy={verify.isPending}>
            {verify.data === undefined ? "Verify" : "Verify again"}
          </Button>
        </>
      }
    >
      <p>
        Events are sealed in batches, each seal with the one before it. Recomputing the seals shows whether anything was
        changed, taken out or put in since.
      </p>
      <form
        id="verify"
        onSubmit={(event) => {
          event.preventDefault();
          verify.mutate();
        }}
      >
        <TextField
          label="A seal that you kept"
          hint="It may be left empty. With one, a trail that was made anew from its beginning shows too."
          error={isKnownWrong ? "A seal is a number, a colon and 64 hexadecimal digits." : undefined}
          value={known}
          onChange={(event) => setKnown(event.target.value)}
          placeholder="12:9f86d0…"
          className="font-mono"
          spellCheck={false}
        />
      </form>
      {verify.isPending && <Progress verified={progress} />}
      {verify.error !== null && (
        <p role="alert" className="text-danger">
          {failureOf(verify.error).message}
        </p>
      )}
      {verify.data !== undefined && <Result verified={verify.data} />}
    </Dialog>
  );
}

function Progress({ verified: { seals, events, head } }: { verified: Verified }) {
  return (
    <div>
      <progress
        aria-label="Verified"
        className="w-full accent-accent"
        {...(head !== null && { max: head.number, value: seals })}
      />
      <p aria-live="polite" className="text-muted tabular-nums">
        {count(seals, "seal")}, {count(events, "event")} so far
      </p>
    </div>
  );
}

function Result({ verified }: { verified: Verified }) {
  const { problem, seals, events, head, unsealedEvents } = verified;
  if (problem !== null) {
    return (
      <div role="alert" className="flex gap-3 rounded-lg bg-danger-soft px-3 py-3 text-danger">
        <ShieldAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <div>
          <p className="font-medium">The trail does not hold. {PROBLEMS[problem.reason]}</p>
          <p>
            Found at seal {problem.seal}
            {problem.eventId !== null && `, event ${problem.eventId}`}.
            {seals > 0 && ` ${count(seals, "seal")} before it ${seals === 1 ? "holds" : "hold"}.`}
          </p>
        </div>
      </div>
    );
  }
  const waiting =
    unsealedEvents > 0 &&
    `${count(unsealedEvents, "newer event")} ${unsealedEvents === 1 ? "waits" : "wait"} for the next seal.`;
  if (head === null) return <p role="status">Nothing is sealed yet. {waiting}</p>;
  return (
    <>
      <div role="status" className="flex gap-3 rounded-lg bg-accent-soft px-3 py-3 text-accent">
        <ShieldCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <div>
          <p className="font-medium">The trail holds.</p>
          <p>
            {count(seals, "seal")} over {count(events, "event")}, the last of {absoluteTime(head.at)}. {waiting}
          </p>
        </div>
      </div>
      <div className="flex flex-col items-start gap-2">
        <p>Keep the last seal elsewhere, and hand it in next time:</p>
        <code className="rounded-md bg-raised px-2 py-1 font-mono text-[0.8rem] [overflow-wrap:anywhere]">
          {head.number}:{head.hash}
        </code>
        <CopyButton text={`${head.number}:${head.hash}`} label="Copy the seal" />
      </div>
    </>
  );
}
