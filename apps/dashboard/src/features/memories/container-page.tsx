import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Badge } from "../../components/badge.tsx";
import { Card, Page } from "../../components/page.tsx";
import { Empty, Failed } from "../../components/states.tsx";
import { classNames } from "../../lib/class-names.ts";
import { failureOf } from "../../lib/failure.ts";
import { bytes, count } from "../../lib/format.ts";
import { DocumentPane } from "./document/document-pane.tsx";
import { FactsList } from "./facts-list.tsx";
import { containerQuery } from "./queries.ts";
import { SearchField } from "./search-field.tsx";
import { SearchResults } from "./search-results.tsx";
import { Tree } from "./tree.tsx";
import { useTree } from "./use-tree.ts";

const route = getRouteApi("/signed-in/memories/$containerTag");

/** A container: its files on the left, the open one on the right. On a phone, one at a time. */
export function ContainerPage() {
  const { containerTag } = route.useParams();
  const { doc, tab = "text", from, to, q, view = "files" } = route.useSearch();
  const container = useQuery(containerQuery(containerTag));
  const tree = useTree(containerTag, doc);
  const navigate = useNavigate();
  const open = (customId: string) =>
    navigate({ to: "/memories/$containerTag", params: { containerTag }, search: { doc: customId } });
  const look = (query: string) =>
    navigate({
      to: "/memories/$containerTag",
      params: { containerTag },
      search: {
        ...(doc !== undefined && { doc }),
        ...(view === "facts" && { view }),
        ...(query !== "" && { q: query }),
      },
      replace: true,
    });
  if (container.error !== null) {
    return (
      <Page title={containerTag}>
        {failureOf(container.error).kind === "missing" ? (
          <Empty title="There is no such container" action={<BackLink />}>
            Nothing was written to it yet, or it was erased.
          </Empty>
        ) : (
          <Failed error={container.error} onRetry={container.refetch} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={containerTag}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <BackLink />
          {container.data !== undefined && (
            <>
              <span>{count(container.data.documents, "document")}</span>
              <span>{bytes(container.data.bytes)}</span>
              <Badge tone={container.data.secretPolicy === "block" ? "plain" : "warn"}>
                secrets: {container.data.secretPolicy}
              </Badge>
            </>
          )}
        </span>
      }
    >
      <div className="grid min-h-0 gap-5 md:grid-cols-[minmax(14rem,20rem)_1fr]">
        <div className={classNames("flex h-[75dvh] min-h-64 flex-col gap-2", doc !== undefined && "max-md:hidden")}>
          <SearchField query={q ?? ""} onChange={look} />
          <nav aria-label="Files or facts" className="flex gap-1">
            {(["files", "facts"] as const).map((value) => (
              <Link
                key={value}
                to="/memories/$containerTag"
                params={{ containerTag }}
                search={value === "facts" ? { view: value } : {}}
                aria-current={value === view && q === undefined ? "page" : undefined}
                className="rounded-md px-2.5 py-1 text-muted capitalize hover:bg-raised aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
              >
                {value}
              </Link>
            ))}
          </nav>
          <Card className="min-h-0 grow overflow-hidden p-1">
            {q !== undefined ? (
              <SearchResults containerTag={containerTag} query={q} />
            ) : view === "facts" ? (
              <FactsList containerTag={containerTag} selected={doc} />
            ) : (
              <Tree tree={tree} containerTag={containerTag} selected={doc} onSelect={open} />
            )}
          </Card>
        </div>
        {doc === undefined ? (
          <div className="max-md:hidden">
            <Empty title="Choose a document">Its text, its history and who wrote it are shown here.</Empty>
          </div>
        ) : (
          <div className="min-w-0">
            <Link
              to="/memories/$containerTag"
              params={{ containerTag }}
              className="mb-3 inline-flex items-center gap-1 text-accent underline md:hidden"
            >
              <ArrowLeft className="size-4" aria-hidden="true" /> All files
            </Link>
            <DocumentPane
              key={doc}
              containerTag={containerTag}
              customId={doc}
              tab={tab}
              from={from}
              to={to}
              onTreeChange={tree.reload}
            />
          </div>
        )}
      </div>
    </Page>
  );
}

function BackLink() {
  return (
    <Link to="/memories" className="text-accent underline">
      All containers
    </Link>
  );
}
