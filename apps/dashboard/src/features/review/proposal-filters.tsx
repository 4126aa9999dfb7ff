import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";

const route = getRouteApi("/signed-in/review");

/** Which proposals are listed. The address holds it. */
export function ProposalFilters() {
  const { status = "pending", container = "", actor = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState({ container, actor });
  const go = (next: { status?: string; container?: string; actor?: string }) => {
    const wanted = { status, container: draft.container.trim(), actor: draft.actor.trim(), ...next };
    void navigate({
      search: {
        ...(wanted.status !== "pending" && { status: wanted.status as "approved" }),
        ...(wanted.container !== "" && { container: wanted.container }),
        ...(wanted.actor !== "" && { actor: wanted.actor }),
      },
    });
  };
  const isFiltered = container !== "" || actor !== "";
  return (
    <form
      aria-label="Filter proposals"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        go({});
      }}
    >
      <div className="w-36">
        <Select label="Status" value={status} onChange={(event) => go({ status: event.target.value })}>
          <option value="pending">waiting</option>
          <option value="approved">approved</option>
          <option value="rejected">rejected</option>
        </Select>
      </div>
      <div className="min-w-36 grow basis-40 sm:max-w-60">
        <TextField
          label="Container"
          type="search"
          value={draft.container}
          onChange={(event) => setDraft({ ...draft, container: event.target.value })}
        />
      </div>
      <div className="min-w-36 grow basis-40 sm:max-w-72">
        <TextField
          label="Proposed by"
          type="search"
          placeholder="key:0197…"
          value={draft.actor}
          onChange={(event) => setDraft({ ...draft, actor: event.target.value })}
        />
      </div>
      <Button type="submit">Filter</Button>
      {isFiltered && (
        <Button kind="quiet" onClick={() => go({ container: "", actor: "" })}>
          Show all
        </Button>
      )}
    </form>
  );
}
