import type { SecretRule } from "@stela/sdk";

/** A container's own rule as it is typed. `key` tells two apart while they are edited. */
export interface TypedRule {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly pattern: string;
  /** With commas between them. */
  readonly keywords: string;
  readonly ignoresCase: boolean;
  readonly entropy: string;
}

export function emptyRule(): TypedRule {
  return { key: crypto.randomUUID(), id: "", name: "", pattern: "", keywords: "", ignoresCase: false, entropy: "" };
}

export function typedRule({ id, name, pattern, keywords, flags, entropy }: SecretRule): TypedRule {
  return {
    key: crypto.randomUUID(),
    id,
    name: name ?? "",
    pattern,
    keywords: keywords?.join(", ") ?? "",
    ignoresCase: flags === "i",
    entropy: entropy === undefined ? "" : String(entropy),
  };
}

/** As the API takes it: what is left empty is left out. What is no number goes as none, so that the API says so. */
export function sentRule({ id, name, pattern, keywords, ignoresCase, entropy }: TypedRule): SecretRule {
  const words = listed(keywords, /,/);
  return {
    id: id.trim(),
    pattern,
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(words.length > 0 && { keywords: words }),
    ...(ignoresCase && { flags: "i" as const }),
    ...(entropy.trim() !== "" && { entropy: Number(entropy) }),
  };
}

/** What stands between separators, without what is empty. */
export function listed(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
