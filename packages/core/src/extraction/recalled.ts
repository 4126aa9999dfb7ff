/** A recalled block as `recall` writes it, however it is quoted. One that is not closed goes on to the end. */
const FENCED = /(?:<|&lt;)stela-memory(?:>|&gt;)[\s\S]*?(?:(?:<|&lt;)\/stela-memory(?:>|&gt;)|$)/gi;
const CLOSING = /(?:<|&lt;)\/stela-memory(?:>|&gt;)/gi;
/** The same as JSON, and as JSON within a text of JSON. */
const JSON_OPENING = /\{\s*(\\*)"stela-memory\\*"\s*:/;

/**
 * A text without what was recalled into it, so that nothing recalled is remembered a second time. Of a block that is quoted in part, all
 * that may be of it goes: before a closing mark without an opening one, and after an opening one without a closing one.
 */
export function withoutRecalled(text: string): string {
  const unfenced = text.replace(FENCED, "");
  const closed = [...unfenced.matchAll(CLOSING)].at(-1);
  const rest = closed === undefined ? unfenced : unfenced.slice(closed.index + closed[0].length);
  return withoutJson(rest).trim();
}

function withoutJson(text: string): string {
  let rest = text;
  for (let opening = JSON_OPENING.exec(rest); opening !== null; opening = JSON_OPENING.exec(rest)) {
    const isEscaped = opening[1] !== "";
    const end = isEscaped ? rest.length : endOfObject(rest, opening.index);
    rest = rest.slice(0, opening.index) + rest.slice(end);
  }
  return rest;
}

/** The place after the brace that closes the one at `start`, or the end. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isString && sign === "\\") at++;
    else if (sign === '"') isString = !isString;
    else if (isString) continue;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}
