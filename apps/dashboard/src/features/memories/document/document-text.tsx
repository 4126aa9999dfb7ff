import type { Document } from "@stela/sdk";
import { BookOpen, Pencil, TextQuote } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Empty, Loading } from "../../../components/states.tsx";
import { DocumentEditor } from "./document-editor.tsx";
import { TextLines } from "./text-lines.tsx";

const Markdown = lazy(() => import("./markdown.tsx"));
/** Beyond it, rendering Markdown would hold up the page. Characters. */
const MOST_RENDERED = 200_000;

/** The text as it is, as rendered Markdown, or under the pen. */
export function DocumentText({ document }: { document: Document }) {
  const [mode, setMode] = useState<"plain" | "rendered" | "edit">("plain");
  const content = document.content ?? "";
  if (mode === "edit") return <DocumentEditor document={document} onDone={() => setMode("plain")} />;
  const isRendered = mode === "rendered";
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setMode("edit")}>
          <Pencil aria-hidden="true" />
          Edit
        </Button>
        <Button disabled={content.length > MOST_RENDERED} onClick={() => setMode(isRendered ? "plain" : "rendered")}>
          {isRendered ? <TextQuote aria-hidden="true" /> : <BookOpen aria-hidden="true" />}
          {isRendered ? "Show plain text" : "Show rendered"}
        </Button>
        <CopyButton text={content} />
      </div>
      {content === "" ? (
        <Empty title="This document is empty" />
      ) : isRendered ? (
        <Suspense fallback={<Loading />}>
          <Markdown text={content} />
        </Suspense>
      ) : (
        <TextLines text={content} label={`Text of ${document.customId}`} />
      )}
    </>
  );
}
