/**
 * A text on one line that cannot end the block it stands in, nor begin a heading, a role or a fence of its own: no line breaks, no
 * control, zero-width or bidirectional characters, no angle brackets, no runs of backticks.
 */
export function harmless(text: string): string {
  return text
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, "")
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/[<＜﹤]/g, "‹")
    .replaceAll(/[>＞﹥]/g, "›")
    .replaceAll(/`{3,}/g, "'''")
    .trim();
}

/** The beginning of a text, at most so many characters with the mark that it was cut: at the end of a sentence or a word if it can. */
export function cutTo(text: string, mostCharacters: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= mostCharacters) return { text, isCut: false };
  const room = mostCharacters - 1;
  const start = text.slice(0, room).replace(/[\ud800-\udbff]$/, "");
  const isBetweenWords = /^\s/.test(text.slice(start.length));
  const sentence = /^.*[.!?。！？;；](?=\s|$|[^\p{ASCII}])/su.exec(start)?.[0] ?? "";
  if (sentence.length >= room / 2) return { text: `${sentence}…`, isCut: true };
  const words = isBetweenWords ? start : start.replace(/\s\S*$/, "");
  return { text: `${words.length >= room / 2 ? words.trimEnd() : start}…`, isCut: true };
}
