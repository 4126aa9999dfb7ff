import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Badge } from "../../../components/badge.tsx";
import { IconButton } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Card, Section } from "../../../components/page.tsx";
import { Empty, Failed } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { useToast } from "../../../components/toast.tsx";
import { VirtualList } from "../../../components/virtual-list.tsx";
import { failureOf } from "../../../lib/failure.ts";
import { activeOrganizationQuery, askPeople, type Invitation } from "../../../lib/people.ts";
import { invitationLinksQuery } from "./queries.ts";
import { inWords } from "./refusals.ts";

/** Who was invited and has not joined yet, with the link of each. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const links = useQuery(invitationLinksQuery);
  const waiting = invitations.filter(({ status }) => status === "pending");
  return (
    <Section title="Invitations that wait">
      {links.error !== null && <Failed error={links.error} onRetry={links.refetch} />}
      {waiting.length === 0 ? (
        <Empty title="Nobody is invited" />
      ) : (
        <Card className="overflow-hidden">
          <VirtualList
            label="Invitations"
            items={waiting}
            rowHeight={49}
            keyOf={({ id }) => id}
            render={(each) => <Row invitation={each} link={links.data?.[each.id]} />}
            hasMore={false}
            isLoadingMore={false}
            onLoadMore={() => {}}
            className="max-h-80 overflow-auto"
          />
        </Card>
      )}
    </Section>
  );
}

function Row({
  invitation: { id, email, role, expiresAt },
  link,
}: {
  invitation: Invitation;
  link: string | undefined;
}) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const cancel = useMutation({
    mutationFn: () => askPeople("/auth/organization/cancel-invitation", { invitationId: id }),
    onSuccess: async () => {
      toast({ text: `The link for ${email} no longer works.` });
      await queryClient.invalidateQueries(activeOrganizationQuery);
    },
    onError: (error) => toast({ text: failureOf(inWords(error)).message }),
  });
  const isPast = Date.parse(expiresAt) <= Date.now();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <span className="min-w-0 grow basis-56 truncate">{email}</span>
      <span className="w-20">
        <Badge>{role}</Badge>
      </span>
      <span className="w-40 text-muted">
        {isPast ? "expired" : "open until"} <Time at={expiresAt} />
      </span>
      <span className="flex items-center gap-1">
        {link !== undefined && !isPast && <CopyButton text={link} label="Copy the link" />}
        <IconButton
          label={`Cancel the invitation of ${email}`}
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          <X />
        </IconButton>
      </span>
    </div>
  );
}
