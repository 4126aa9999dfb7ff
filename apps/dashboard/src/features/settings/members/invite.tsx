import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { TextField } from "../../../components/field.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { activeOrganizationQuery, askPeople, type Invitation, type Role } from "../../../lib/people.ts";
import { invitationLinksQuery } from "./queries.ts";
import { inWords } from "./refusals.ts";
import { RoleChoice } from "./role-choice.tsx";

/** Invites somebody, and gives the link to hand on: Stela sends no e-mail. */
export function Invite({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("reviewer");
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: async () => {
      const { id } = await askPeople<Invitation>("/auth/organization/invite-member", { email: email.trim(), role });
      await queryClient.invalidateQueries(activeOrganizationQuery);
      return (await queryClient.fetchQuery({ ...invitationLinksQuery, staleTime: 0 }))[id] ?? "";
    },
  });
  if (invite.data !== undefined) {
    return (
      <Dialog
        title={`Invited ${email}`}
        onClose={onClose}
        actions={
          <>
            <CopyButton text={invite.data} label="Copy the link" />
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <p>Send them this link: Stela sends no e-mail. Whoever has it can join with this address, within seven days.</p>
        <output
          aria-label="The link"
          className="rounded-md border border-line bg-raised px-3 py-2 font-mono text-[0.85rem] [overflow-wrap:anywhere] select-all"
        >
          {invite.data}
        </output>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Invite somebody"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="invite" isBusy={invite.isPending}>
            Make the link
          </Button>
        </>
      }
    >
      <form
        id="invite"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          hint="They sign in with it. An invitation that waits for the same address is replaced."
          required
          autoFocus
        />
        <RoleChoice role={role} onChange={setRole} />
        <Refusal error={inWords(invite.error)} />
      </form>
    </Dialog>
  );
}
