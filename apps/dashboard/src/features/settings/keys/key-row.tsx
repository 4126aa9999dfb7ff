import type { ApiKey } from "@stela/sdk";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, KeyRound, RotateCw, Trash2 } from "lucide-react";
import { Actor } from "../../../components/actor.tsx";
import { Badge } from "../../../components/badge.tsx";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem } from "../../../components/menu.tsx";
import { Time } from "../../../components/time.tsx";
import { isOfPeople, keyState } from "./key-state.ts";

/** One key, and what it may do where. */
export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, prefix, scopes, containers, createdBy, createdAt, lastUsedAt, expiresAt } = apiKey;
  const state = keyState(apiKey, Date.now());
  return (
    <div className="flex items-start gap-3 border-b border-line px-4 py-2.5">
      <KeyRound className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
            {name}
          </span>
          {isOfPeople(apiKey) ? (
            <Badge tone="good">for people who are signed in</Badge>
          ) : (
            <span className="font-mono text-xs text-muted">{prefix}…</span>
          )}
          {state !== "works" && <Badge tone="bad">{state}</Badge>}
          {state === "works" && apiKey.replacedBy !== null && <Badge tone="warn">replaced</Badge>}
        </p>
        <p className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </p>
        <p className="flex flex-wrap gap-x-4 text-muted">
          <span className="[overflow-wrap:anywhere]">
            {containers.includes("*") ? "every container" : `in ${containers.join(", ")}`}
          </span>
          <span>
            {lastUsedAt === null ? (
              "never used"
            ) : (
              <>
                used <Time at={lastUsedAt} />
              </>
            )}
          </span>
          <span>
            {expiresAt === null ? (
              "does not expire"
            ) : (
              <>
                {state === "expired" ? "expired" : "works until"} <Time at={expiresAt} />
              </>
            )}
          </span>
          <span className="inline-flex min-w-0 gap-1">
            made <Time at={createdAt} />
            {createdBy?.includes(":") && !isOfPeople(apiKey) && <Actor actor={createdBy} />}
          </span>
        </p>
      </div>
      {state === "works" && <KeyMenu apiKey={apiKey} key={id} />}
    </div>
  );
}

function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const navigate = useNavigate({ from: "/settings/keys" });
  const open = (act: "rotate" | "revoke") => navigate({ search: (old) => ({ ...old, act, key: apiKey.id }) });
  return (
    <Menu
      label={apiKey.name}
      trigger={
        <IconButton label={`Actions for ${apiKey.name}`}>
          <Ellipsis />
        </IconButton>
      }
    >
      {/* Nobody knows the text of the key that people act through, so a new text would be of no use. */}
      <MenuItem isDisabled={isOfPeople(apiKey) || apiKey.replacedBy !== null} onSelect={() => open("rotate")}>
        <RotateCw aria-hidden="true" /> Rotate…
      </MenuItem>
      <MenuItem isDanger onSelect={() => open("revoke")}>
        <Trash2 aria-hidden="true" /> Revoke…
      </MenuItem>
    </Menu>
  );
}
