import type { AuditEvent } from "@stela/sdk";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Actor } from "../../components/actor.tsx";
import { Badge } from "../../components/badge.tsx";
import { IconButton } from "../../components/button.tsx";
import { classNames } from "../../lib/class-names.ts";
import { absoluteTime, moment } from "../../lib/format.ts";
import type { AuditSearch } from "../../routes/audit.tsx";
import { EventDetails } from "./event-details.tsx";

interface EventRowProps {
  readonly event: AuditEvent;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One event; each of its values is a filter to be. */
export function EventRow({ event, isOpen, onToggle }: EventRowProps) {
  const { id, at, actor, action, outcome, containerTag, customId, session } = event;
  return (
    <div className={classNames("border-b border-line", isOpen && "bg-raised")}>
      <div className="flex items-start gap-1 px-1.5 py-1">
        <IconButton
          label={isOpen ? "Hide the details" : "Show all details"}
          aria-expanded={isOpen}
          className="size-7! shrink-0"
          onClick={onToggle}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
        </IconButton>
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-0.5 py-0.75">
          <time dateTime={at} title={absoluteTime(at)} className="w-36 shrink-0 text-muted tabular-nums">
            {moment(at)}
          </time>
          <span className="flex shrink-0 gap-1 lg:w-44">
            <Filter by={{ action }} value={action}>
              <Badge tone={outcome === "done" ? "plain" : "bad"}>{action}</Badge>
            </Filter>
            {outcome === "refused" && (
              <Filter by={{ outcome }} value="refused">
                <Badge tone="bad">refused</Badge>
              </Filter>
            )}
          </span>
          <span className="w-36 min-w-0 shrink-0">
            <Filter by={{ actor }} value={actor}>
              <Actor actor={actor} />
            </Filter>
          </span>
          <span className="flex min-w-0 grow basis-48 items-center gap-1.5">
            {containerTag !== null && (
              <Filter by={{ container: containerTag }} value={containerTag}>
                <span className="truncate text-muted">{containerTag}</span>
              </Filter>
            )}
            {customId !== null && (
              <Filter by={{ customId }} value={customId}>
                <span dir="auto" className="truncate font-mono text-[0.8rem]">
                  {customId}
                </span>
              </Filter>
            )}
            {event.erasedBy !== null && <Badge>name erased</Badge>}
          </span>
          {session !== null && (
            <span className="flex max-w-40 min-w-0">
              <Filter by={{ session }} value={session}>
                <span className="truncate text-muted">{session}</span>
              </Filter>
            </span>
          )}
        </div>
      </div>
      {isOpen && <EventDetails key={id} event={event} />}
    </div>
  );
}

interface FilterProps {
  readonly by: AuditSearch;
  readonly value: string;
  readonly children: ReactNode;
}

function Filter({ by, value, children }: FilterProps) {
  return (
    <Link
      from="/audit"
      to="/audit"
      search={({ event: _, ...search }) => ({ ...search, ...by })}
      title={`Only ${value}`}
      className="inline-flex min-w-0 max-w-full underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}
