import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Ellipsis, UserCog, UserMinus, UserPlus } from "lucide-react";
import { Badge } from "../../../components/badge.tsx";
import { Button, IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem } from "../../../components/menu.tsx";
import { Card, Section } from "../../../components/page.tsx";
import { Empty, Failed, Loading } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { VirtualList } from "../../../components/virtual-list.tsx";
import { activeOrganizationQuery, type Member, sessionQuery } from "../../../lib/people.ts";
import { useNeedsAdmin } from "../../../lib/use-role.ts";
import { ChangeRole } from "./change-role.tsx";
import { Invitations } from "./invitations.tsx";
import { Invite } from "./invite.tsx";
import { RemoveMember } from "./remove-member.tsx";

const route = getRouteApi("/signed-in/settings/members");

/** Who may look at what agents remember, and who was asked to. */
export function MembersPage() {
  const { act, member: memberId } = route.useSearch();
  const navigate = useNavigate({ from: "/settings/members" });
  const needsAdmin = useNeedsAdmin();
  const { data: organization, error, isPending, refetch } = useQuery(activeOrganizationQuery);
  const close = () => navigate({ search: {} });
  const member = organization?.members.find(({ id }) => id === memberId);
  return (
    <>
      <Section
        title="People"
        actions={
          <Button
            kind="primary"
            disabled={needsAdmin !== undefined}
            title={needsAdmin}
            onClick={() => navigate({ search: { act: "invite" } })}
          >
            <UserPlus aria-hidden="true" /> Invite
          </Button>
        }
      >
        {isPending && <Loading />}
        {error !== null && <Failed error={error} onRetry={refetch} />}
        {organization === null && <Empty title="You are in no organization">Ask for an invitation.</Empty>}
        {organization && (
          <Card className="overflow-hidden">
            <VirtualList
              label="People"
              items={organization.members}
              rowHeight={56}
              keyOf={({ id }) => id}
              render={(each) => <Row member={each} />}
              hasMore={false}
              isLoadingMore={false}
              onLoadMore={() => {}}
            />
          </Card>
        )}
      </Section>
      {needsAdmin === undefined && organization && <Invitations invitations={organization.invitations} />}
      {act === "invite" && <Invite onClose={close} />}
      {act === "role" && member !== undefined && <ChangeRole member={member} onClose={close} />}
      {act === "remove" && member !== undefined && <RemoveMember member={member} onClose={close} />}
    </>
  );
}

function Row({ member: { id, role, createdAt, user } }: { member: Member }) {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate({ from: "/settings/members" });
  const needsAdmin = useNeedsAdmin();
  const isSelf = user.id === session?.user.id;
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-0.5">
        <span className="flex min-w-0 grow basis-64 flex-col">
          <span className="flex items-center gap-2">
            <span dir="auto" className="truncate font-medium">
              {user.name}
            </span>
            {isSelf && <Badge>you</Badge>}
          </span>
          <span className="truncate text-muted">{user.email}</span>
        </span>
        <span className="w-20">
          <Badge tone={role === "owner" ? "good" : "plain"}>{role}</Badge>
        </span>
        <span className="w-36 text-muted">
          joined <Time at={createdAt} />
        </span>
      </div>
      <Menu
        label={user.name}
        trigger={
          <IconButton label={needsAdmin ?? `Actions for ${user.name}`} disabled={needsAdmin !== undefined}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => navigate({ search: { act: "role", member: id } })}>
          <UserCog aria-hidden="true" /> Change role…
        </MenuItem>
        <MenuItem isDanger onSelect={() => navigate({ search: { act: "remove", member: id } })}>
          <UserMinus aria-hidden="true" /> {isSelf ? "Leave…" : "Remove…"}
        </MenuItem>
      </Menu>
    </div>
  );
}
