import { insertAfterLine, replaceOnce } from "../text.ts";

/** An edit as it is sent to the database: null for what no stored text can hold or have. */
export type SentEdit =
  | { readonly oldStr: string | null; readonly newStr: string }
  | { readonly insertLine: number | null; readonly insertText: string }
  | { readonly append: string };

/** The text that edits make of a text, as the database would: null where one of them cannot be applied. */
export function applyEdits(content: string, edits: readonly SentEdit[]): string | null {
  let text: string | null = content;
  for (const edit of edits) {
    if (text === null) return null;
    text = applyEdit(text, edit);
  }
  return text;
}

function applyEdit(text: string, edit: SentEdit): string | null {
  if ("append" in edit) return text + edit.append;
  if ("insertLine" in edit)
    return edit.insertLine === null ? null : insertAfterLine(text, edit.insertLine, edit.insertText);
  if (edit.oldStr === null || edit.oldStr === "") return null;
  const result = replaceOnce(text, edit.oldStr, edit.newStr);
  return result.outcome === "replaced" ? result.content : null;
}
