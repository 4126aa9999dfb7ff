import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { useToast } from "../../../components/toast.tsx";
import { activeOrganizationQuery, askPeople, type Member } from "../../../lib/people.ts";
import { inWords } from "./refusals.ts";
import { RoleChoice } from "./role-choice.tsx";

export function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState(member.role);
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: () => askPeople("/auth/organization/update-member-role", { memberId: member.id, role }),
    onSuccess: async () => {
      toast({ text: `${member.user.name} is ${role} now.` });
      onClose();
      await queryClient.invalidateQueries(activeOrganizationQuery);
    },
  });
  return (
    <Dialog
      title={`The role of ${member.user.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={role === member.role}
            isBusy={change.isPending}
            onClick={() => change.mutate()}
          >
            Change the role
          </Button>
        </>
      }
    >
      <RoleChoice role={role} onChange={setRole} />
      <p className="text-muted">
        It holds from their next request on; what they have open notices within five minutes.
      </p>
      <Refusal error={inWords(change.error)} />
    </Dialog>
  );
}
