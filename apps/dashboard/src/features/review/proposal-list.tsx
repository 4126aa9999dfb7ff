import type { Proposal } from "@stela/sdk";
import { Link } from "@tanstack/react-router";
import { Actor } from "../../components/actor.tsx";
import { Badge } from "../../components/badge.tsx";
import { Time } from "../../components/time.tsx";
import { VirtualList } from "../../components/virtual-list.tsx";
import { classNames } from "../../lib/class-names.ts";
import type { Selection } from "./use-selection.ts";

interface ProposalListProps {
  readonly proposals: readonly Proposal[];
  readonly openId: string | undefined;
  /** Only what waits can be selected. */
  readonly selection: Selection | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onLoadMore: () => void;
}

const ROW_HEIGHT = 62;

/** What is proposed, the oldest first. */
export function ProposalList(props: ProposalListProps) {
  const { proposals, openId, selection, hasMore, isLoadingMore, onLoadMore } = props;
  return (
    <VirtualList
      label="Proposals"
      items={proposals}
      rowHeight={ROW_HEIGHT}
      keyOf={keyOf}
      render={(proposal, index) => (
        <Row proposal={proposal} isOpen={proposal.id === openId} index={index} selection={selection} />
      )}
      hasMore={hasMore}
      isLoadingMore={isLoadingMore}
      onLoadMore={onLoadMore}
      activeIndex={openId === undefined ? undefined : proposals.findIndex(({ id }) => id === openId)}
      className="max-h-[65dvh] overflow-auto"
    />
  );
}

const keyOf = ({ id }: Proposal) => id;

interface RowProps {
  readonly proposal: Proposal;
  readonly isOpen: boolean;
  readonly index: number;
  readonly selection: Selection | null;
}

function Row({ proposal, isOpen, index, selection }: RowProps) {
  const { id, op, customId, containerTag, actor, createdAt } = proposal;
  const name = titleOf(proposal);
  return (
    <div
      className={classNames(
        "flex items-stretch border-b border-l-2 border-line",
        isOpen ? "border-l-accent bg-accent-soft" : "border-l-transparent hover:bg-raised",
      )}
    >
      {selection !== null && (
        <label className="flex cursor-pointer items-start py-2.5 pr-1 pl-3">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selection.has(id)}
            // A click tells whether shift was held; the keyboard's space comes as one too.
            onClick={(event) => selection.toggle(index, event.shiftKey)}
            onChange={() => {}}
          />
        </label>
      )}
      <Link
        from="/review"
        to="/review"
        search={(search) => ({ ...search, id })}
        aria-current={isOpen || undefined}
        className="flex min-w-0 grow flex-col gap-0.5 py-2 pr-3 pl-2"
      >
        <span className="flex items-center gap-2">
          <Badge tone={op === "delete" ? "bad" : "plain"}>{op}</Badge>
          <span dir="auto" className={classNames("truncate text-[0.8rem]", customId !== undefined && "font-mono")}>
            {name}
          </span>
        </span>
        <span className="flex items-center gap-3 text-xs text-muted">
          <span className="truncate">{containerTag}</span>
          <Actor actor={actor} />
          <Time at={createdAt} className="ml-auto shrink-0" />
        </span>
      </Link>
    </div>
  );
}

/** What a proposal is about, in a few words. */
export function titleOf({ customId }: Pick<Proposal, "customId">): string {
  return customId ?? "several documents";
}
