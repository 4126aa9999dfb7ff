import type { Diff } from "@stela/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { DiffLine } from "../../../components/diff-line.tsx";
import { Select } from "../../../components/field.tsx";
import { Empty, Failed, Loading } from "../../../components/states.tsx";
import { count } from "../../../lib/format.ts";
import { diffQuery } from "./queries.ts";

interface DiffViewProps {
  readonly name: { readonly containerTag: string; readonly customId: string };
  readonly from: number;
  readonly to: number;
  readonly newest: number;
}

/** Most versions that a choice offers: the newest of them. */
const MOST_OFFERED = 200;

/** What changed from one version to another, by line or by word. */
export function DiffView({ name, from, to, newest }: DiffViewProps) {
  const [mode, setMode] = useState<"line" | "word">("line");
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery({ ...diffQuery(name, from, to, mode), enabled: from !== to });
  const versions = Array.from({ length: Math.min(newest, MOST_OFFERED) }, (_, index) => newest - index);
  const choose = (left: number, right: number) =>
    navigate({
      to: "/memories/$containerTag",
      params: { containerTag: name.containerTag },
      search: { doc: name.customId, tab: "history", from: left, to: right },
    });
  return (
    <section aria-label="Difference" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Select label="From" value={from} onChange={(event) => choose(Number(event.target.value), to)}>
          {versions.map((version) => (
            <option key={version} value={version}>
              version {version}
            </option>
          ))}
        </Select>
        <Select label="To" value={to} onChange={(event) => choose(from, Number(event.target.value))}>
          {versions.map((version) => (
            <option key={version} value={version}>
              version {version}
            </option>
          ))}
        </Select>
        <Button aria-pressed={mode === "word"} onClick={() => setMode(mode === "line" ? "word" : "line")}>
          {mode === "line" ? "Show by word" : "Show by line"}
        </Button>
        {data !== undefined && from !== to && (
          <p className="text-muted">
            {count(data.stats.linesAdded, "line")} added, {count(data.stats.linesRemoved, "line")} removed
          </p>
        )}
      </div>
      {from === to ? (
        <Empty title="There is nothing to compare">Choose two versions. The first version has none before it.</Empty>
      ) : isPending ? (
        <Loading />
      ) : error !== null ? (
        <Failed error={error} onRetry={refetch} />
      ) : data.hunks.length === 0 ? (
        <Empty title="The text is the same">What changed is its name, its tags or another field.</Empty>
      ) : (
        <Hunks diff={data} />
      )}
    </section>
  );
}

function Hunks({ diff }: { diff: Diff }) {
  return (
    <div className="flex flex-col gap-3">
      {diff.isCoarse && <p className="text-muted">The texts differ so much that parts are shown as replaced whole.</p>}
      {diff.hunks.map((hunk) => (
        <div
          key={`${hunk.fromLine}-${hunk.toLine}`}
          className="overflow-x-auto rounded-lg border border-line bg-surface font-mono text-[0.85rem]"
        >
          <p className="border-b border-line bg-raised px-3 py-0.5 text-xs text-muted">from line {hunk.toLine}</p>
          {diff.mode === "line" ? <Lines changes={hunk.changes} /> : <Words changes={hunk.changes} />}
        </div>
      ))}
    </div>
  );
}

type Changes = Diff["hunks"][number]["changes"];

function Lines({ changes }: { changes: Changes }) {
  return changes.map(({ type, text }, index) =>
    text
      .replace(/\n$/, "")
      .split("\n")
      .map((line, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff have no other name, and never move
        <DiffLine key={`${index}-${number}`} type={type}>
          {line}
        </DiffLine>
      )),
  );
}

function Words({ changes }: { changes: Changes }) {
  return (
    <p dir="auto" className="px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {changes.map(({ type, text }, index) =>
        type === "unchanged" ? (
          text
        ) : type === "added" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a diff have no other name, and never move
          <ins key={index} className="rounded-sm bg-added-strong no-underline">
            {text}
          </ins>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a diff have no other name, and never move
          <del key={index} className="rounded-sm bg-removed-strong">
            {text}
          </del>
        ),
      )}
    </p>
  );
}
