import type { Container } from "@stela/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Ellipsis, Eraser, FolderTree, ShieldAlert, SlidersHorizontal } from "lucide-react";
import { Badge } from "../../../components/badge.tsx";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../../components/menu.tsx";
import { Section } from "../../../components/page.tsx";
import { PagedList } from "../../../components/paged-list.tsx";
import { Empty } from "../../../components/states.tsx";
import { bytes, count, number } from "../../../lib/format.ts";
import { useNeedsAdmin } from "../../../lib/use-role.ts";
import { ChangeContainer } from "./change-container.tsx";
import { EraseContainer } from "./erase-container.tsx";
import { containersQuery } from "./queries.ts";
import { Receipt } from "./receipt.tsx";
import { Receipts } from "./receipts.tsx";

const route = getRouteApi("/signed-in/settings/containers");

/** What holds in each container, and what was erased. */
export function ContainersSettingsPage() {
  const { act, container, receipt } = route.useSearch();
  const navigate = useNavigate({ from: "/settings/containers" });
  const containers = useInfiniteQuery(containersQuery);
  const close = () => navigate({ search: {} });
  return (
    <>
      <Section title="Containers">
        <PagedList
          label="Containers"
          query={containers}
          rowHeight={66}
          keyOf={({ containerTag }) => containerTag}
          render={(each) => <Row container={each} />}
          empty={<Empty title="No container yet">One comes to be with the first thing an agent writes to it.</Empty>}
        />
      </Section>
      <Receipts />
      {act === "change" && container !== undefined && <ChangeContainer containerTag={container} onClose={close} />}
      {act === "erase" && container !== undefined && (
        <EraseContainer
          key={container}
          containerTag={container}
          onClose={close}
          onErased={(id) => navigate({ search: { receipt: id } })}
        />
      )}
      {receipt !== undefined && <Receipt id={receipt} onClose={close} />}
    </>
  );
}

function Row({ container }: { container: Container }) {
  const { containerTag, documents, secretPolicy, onExisting, revisionRetentionDays, maxDocuments, maxBytes } =
    container;
  const navigate = useNavigate();
  const needsAdmin = useNeedsAdmin();
  const open = (act: "change" | "erase") =>
    navigate({ to: "/settings/containers", search: { act, container: containerTag } });
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2">
      <FolderTree className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <Link
          to="/memories/$containerTag"
          params={{ containerTag }}
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {containerTag}
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <Badge tone={secretPolicy === "block" ? "plain" : "warn"}>secrets: {secretPolicy}</Badge>
          {onExisting === "overwrite" && <Badge>create overwrites</Badge>}
          <span>
            {count(documents, "document")}
            {maxDocuments !== null && ` of ${number(maxDocuments)}`}
          </span>
          <span>
            {bytes(container.bytes)}
            {maxBytes !== null && ` of ${bytes(maxBytes)}`}
          </span>
          <span>
            {revisionRetentionDays === null
              ? "keeps all history"
              : `keeps ${count(revisionRetentionDays, "day")} of history`}
          </span>
        </p>
      </div>
      <Menu
        label={containerTag}
        trigger={
          <IconButton label={needsAdmin ?? `Actions for ${containerTag}`} disabled={needsAdmin !== undefined}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => open("change")}>
          <SlidersHorizontal aria-hidden="true" /> Policies and quotas…
        </MenuItem>
        <MenuItem onSelect={() => navigate({ to: "/secrets", search: { rules: containerTag } })}>
          <ShieldAlert aria-hidden="true" /> Rules for secrets…
        </MenuItem>
        <MenuLine />
        <MenuItem isDanger onSelect={() => open("erase")}>
          <Eraser aria-hidden="true" /> Erase for ever…
        </MenuItem>
      </Menu>
    </div>
  );
}
