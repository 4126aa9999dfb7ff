import type { Report } from "./report.ts";

/** How a response used what it was given. Each is between 0 and 1; null where there was nothing to use. */
export interface Health {
  /** The share of the state's values that the response names. */
  readonly anchorHitRate: number | null;
  /** The share of snippets and samples that the response names, by name or by file name. */
  readonly snippetCitationRate: number | null;
  /** The share of the request's tokens that are not in snippets and samples which the response does not name. */
  readonly tokenEfficiency: number | null;
}

/** Tells whether the context was worth its tokens. @param context what `build()` gave for the request that was answered. */
export function measureHealth(
  response: string | { readonly content: readonly { readonly type: string }[] },
  { report }: { readonly report: Report },
): Health {
  const said = textOf(response).toLowerCase();
  const { anchors, references } = report.given;
  const cited = references.filter(({ name }) => isNamed(said, name) || isNamed(said, name.split("/").at(-1) ?? name));
  const unused = references.filter((reference) => !cited.includes(reference));
  const unusedTokens = unused.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    anchorHitRate: share(anchors.filter((anchor) => isNamed(said, anchor)).length, anchors.length),
    snippetCitationRate: share(cited.length, references.length),
    tokenEfficiency: share(report.tokens - unusedTokens, report.tokens),
  };
}

/** As a word of its own: the step 3 is not in 13. Beside Chinese it needs no space. */
function isNamed(said: string, name: string): boolean {
  const escaped = name.toLowerCase().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![a-z0-9_])${escaped}(?![a-z0-9_])`, "u").test(said);
}

function textOf(response: Parameters<typeof measureHealth>[0]): string {
  if (typeof response === "string") return response;
  return response.content
    .flatMap((block) => (block.type === "text" && "text" in block ? [String(block.text)] : []))
    .join("\n");
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
