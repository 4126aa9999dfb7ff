import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { useToast } from "../../../components/toast.tsx";
import { activeOrganizationQuery, askPeople, type Member, sessionQuery } from "../../../lib/people.ts";
import { inWords } from "./refusals.ts";

/** Takes a person out of the organization; oneself too, unless nobody else owns it. */
export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const { name, email } = member.user;
  const isSelf = member.userId === session?.user.id;
  const remove = useMutation({
    mutationFn: () => askPeople("/auth/organization/remove-member", { memberIdOrEmail: member.id }),
    onSuccess: async () => {
      onClose();
      if (isSelf) {
        queryClient.clear();
        await navigate({ to: "/" });
        return;
      }
      toast({ text: `Removed ${name}.` });
      await queryClient.invalidateQueries(activeOrganizationQuery);
    },
  });
  return (
    <Dialog
      title={isSelf ? "Leave the organization" : `Remove ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {isSelf ? "Leave" : "Remove"}
          </Button>
        </>
      }
    >
      <p>
        {isSelf ? "You" : `${name} (${email})`} will see nothing of this organization any longer, within five minutes.
        Whoever should come back needs a new invitation.
      </p>
      <p className="text-muted">
        What {isSelf ? "you" : "they"} changed stays, and the history goes on saying by whom.
      </p>
      <Refusal error={inWords(remove.error)} />
    </Dialog>
  );
}
