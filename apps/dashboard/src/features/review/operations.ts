import type { Document, Edit, Operation, Proposal } from "@stela/sdk";

/** What is proposed, one operation after the other. */
export function operationsOf({ operation }: Proposal): Operation[] {
  if (operation === undefined) return [];
  return operation.op === "batch" ? (operation["operations"] as Operation[]) : [operation as unknown as Operation];
}

/** Every document that operations are about, once. */
export function namesIn(operations: readonly Operation[]): string[] {
  return [...new Set(operations.map(nameOf))];
}

function nameOf(operation: Operation): string {
  return operation.op === "rename" ? operation.from : operation.customId;
}

interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What one operation would do. */
export interface Effect {
  readonly operation: Operation;
  readonly name: string;
  /** Null where there is no such document. */
  readonly before: string | null;
  /** Null where there would be none. */
  readonly after: string | null;
  readonly fields: readonly FieldChange[];
  /** Why it could not be done as things are now. */
  readonly problem: string | null;
}

const FIELDS = [
  "metadata",
  "tags",
  "category",
  "key",
  "importance",
  "status",
  "source",
  "pinned",
  "expiresAt",
] as const;

/** What operations would do to the documents as they are now, each after those before it. */
export function effectsOf(operations: readonly Operation[], documents: ReadonlyMap<string, Document>): Effect[] {
  const texts = new Map([...documents].map(([name, { content = "" }]) => [name, content]));
  return operations.map((operation) => effectOf(operation, texts, documents));
}

/** What it would do, noted in `texts` for what comes after it. */
function effectOf(operation: Operation, texts: Map<string, string>, documents: ReadonlyMap<string, Document>): Effect {
  const name = nameOf(operation);
  const before = texts.get(name) ?? null;
  const effect = { operation, name, before, after: before, fields: [], problem: null };
  if (operation.op === "upsert") {
    const after = operation.content ?? before ?? "";
    texts.set(name, after);
    return { ...effect, after, fields: fieldChanges(operation, documents.get(name)) };
  }
  if (operation.op === "edit") {
    if (before === null) return { ...effect, problem: "The document it would edit is not there any longer." };
    const after = applyEdits(before, operation.edits);
    if (typeof after !== "string") return { ...effect, problem: after.problem };
    texts.set(name, after);
    return { ...effect, after };
  }
  texts.delete(name);
  if (operation.op === "delete") return { ...effect, after: null };
  if (before !== null) texts.set(operation.to, before);
  return effect;
}

function fieldChanges(operation: Extract<Operation, { op: "upsert" }>, present: Document | undefined): FieldChange[] {
  return FIELDS.flatMap((field) => {
    const [before, after] = [shown(present?.[field]), shown(operation[field])];
    return operation[field] === undefined || before === after ? [] : [{ field, before, after }];
  });
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/** The text that edits make of a text, as the API would, or why they do not fit it. */
function applyEdits(content: string, edits: readonly Edit[]): string | { readonly problem: string } {
  let text = content;
  for (const edit of edits) {
    if ("append" in edit) text += edit.append;
    else if ("insertLine" in edit) {
      const lines = text.split("\n");
      if (edit.insertLine > lines.length)
        return { problem: `There is no line ${edit.insertLine} to insert after any longer.` };
      lines.splice(edit.insertLine, 0, edit.insertText.replace(/\n$/, ""));
      text = lines.join("\n");
    } else {
      const parts = text.split(edit.oldStr);
      if (parts.length === 1) return { problem: "The text that it would replace is not in the document any longer." };
      if (parts.length > 2) return { problem: "The text that it would replace is in the document more than once now." };
      text = parts.join(edit.newStr ?? "");
    }
  }
  return text;
}
