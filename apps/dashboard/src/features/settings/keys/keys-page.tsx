import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { Checkbox } from "../../../components/checkbox.tsx";
import { Section } from "../../../components/page.tsx";
import { PagedList } from "../../../components/paged-list.tsx";
import { Empty } from "../../../components/states.tsx";
import { useNeedsAdmin } from "../../../lib/use-role.ts";
import { CreateKey } from "./create-key.tsx";
import { KeyRow } from "./key-row.tsx";
import { keyState } from "./key-state.ts";
import { keysQuery } from "./queries.ts";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

const route = getRouteApi("/signed-in/settings/keys");

/** What agents and services come in with. */
export function KeysPage() {
  const { all, act, key } = route.useSearch();
  const navigate = useNavigate({ from: "/settings/keys" });
  const needsAdmin = useNeedsAdmin();
  const keys = useInfiniteQuery(keysQuery);
  const close = () => navigate({ search: all === true ? { all } : {} });
  return (
    <Section
      title="API keys"
      actions={
        <Button
          kind="primary"
          disabled={needsAdmin !== undefined}
          title={needsAdmin}
          onClick={() => navigate({ search: (old) => ({ ...old, act: "create" }) })}
        >
          <Plus aria-hidden="true" /> New key
        </Button>
      }
    >
      <Checkbox
        label="Show those that are revoked or expired too"
        checked={all === true}
        onChange={(event) => navigate({ search: event.target.checked ? { all: true } : {} })}
      />
      <PagedList
        label="API keys"
        query={keys}
        rowHeight={78}
        keyOf={({ id }) => id}
        isShown={(each) => all === true || keyState(each, Date.now()) === "works"}
        render={(each) => <KeyRow apiKey={each} />}
        empty={<Empty title="No key works">Make one for each agent, with no more scopes than it needs.</Empty>}
      />
      {act === "create" && <CreateKey onClose={close} />}
      {act === "rotate" && key !== undefined && <RotateKey id={key} onClose={close} />}
      {act === "revoke" && key !== undefined && <RevokeKey id={key} onClose={close} />}
    </Section>
  );
}
