import { LIMITS } from "../limits.ts";

/** What a fact is about. */
export const CATEGORIES = ["preference", "project_fact", "decision", "user_info", "todo"] as const;

/** A fact as a model found it, and as `POST /v1/facts` takes it. */
export interface ExtractedFact {
  readonly key?: string;
  readonly category: (typeof CATEGORIES)[number];
  readonly content: string;
  readonly importance: number;
  readonly tags?: string[];
  readonly confidence?: number;
  readonly occurredAt?: string;
}

/** Something that a model gave as a fact and is none. */
export interface DroppedFact {
  /** Among all that the model gave, from 0. */
  readonly index: number;
  readonly reason: "not_an_object" | "content" | "category" | "importance" | "too_long" | "too_many";
}

/** Reads one item of a model's answer: what makes the fact must be right, what goes beside it is left out when it is not. */
export function readFact(value: unknown): ExtractedFact | DroppedFact["reason"] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not_an_object";
  const { key, category, content, importance, tags, confidence } = value as Readonly<Record<string, unknown>>;
  const text = storable(content);
  if (text === undefined) return "content";
  if (text.length > LIMITS.factCharacters) return "too_long";
  const known = CATEGORIES.find((each) => each === category);
  if (known === undefined) return "category";
  const weight = Math.round(Number(importance ?? Number.NaN));
  if (!(weight >= 1 && weight <= 5)) return "importance";
  const name = storable(key);
  const labels = Array.isArray(tags) ? [...new Set(tags.flatMap((tag) => label(tag) ?? []))].slice(0, LIMITS.tags) : [];
  const isShare = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  return {
    ...(name !== undefined && isShort(name, LIMITS.keyBytes) ? { key: name } : {}),
    category: known,
    content: text,
    importance: weight,
    ...(labels.length > 0 ? { tags: labels } : {}),
    ...(isShare ? { confidence } : {}),
  };
}

/** Text that a document can hold, with something in it. */
function storable(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim().normalize("NFC");
  return text === "" || text.includes("\0") || /\p{Surrogate}/u.test(text) ? undefined : text;
}

function label(value: unknown): string | undefined {
  const text = storable(value);
  return text !== undefined && isShort(text, LIMITS.tagBytes) ? text : undefined;
}

/** On one line, and at most so many bytes of UTF-8. */
function isShort(text: string, mostBytes: number): boolean {
  return !/\p{Cc}/u.test(text) && new TextEncoder().encode(text).length <= mostBytes;
}
