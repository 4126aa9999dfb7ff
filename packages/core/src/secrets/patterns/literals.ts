import type { CharacterSet } from "./character-set.ts";
import type { Pattern } from "./parse.ts";

const SHORTEST = 3;
const MOST = 16;

/**
 * Texts one of which stands in everything that the pattern matches, with the letters A to Z small; null where none can be told. Text
 * that holds none of them need not be matched.
 */
export function requiredLiterals(pattern: Pattern): readonly string[] | null {
  const literals = required(pattern);
  return literals !== null && lengthOf(literals) >= SHORTEST ? literals : null;
}

function required(pattern: Pattern): readonly string[] | null {
  switch (pattern.kind) {
    case "set": {
      const letter = onlyLetter(pattern.set);
      return letter === null ? null : [letter];
    }
    case "sequence":
      return requiredOfSequence(pattern.parts);
    case "choice": {
      const all = pattern.options.map(required);
      const literals = all.flatMap((each) => each ?? []);
      return all.includes(null) || literals.length > MOST ? null : literals;
    }
    case "repeat":
      return pattern.least === 0 ? null : required(pattern.of);
    default:
      return null;
  }
}

/** The best of the runs of single characters and of what its other parts require: the one whose shortest text is longest. */
function requiredOfSequence(parts: readonly Pattern[]): readonly string[] | null {
  let best: readonly string[] | null = null;
  let run = "";
  const consider = (literals: readonly string[] | null) => {
    if (literals !== null && lengthOf(literals) > (best === null ? 0 : lengthOf(best))) best = literals;
  };
  for (const part of parts) {
    const letter = part.kind === "set" ? onlyLetter(part.set) : null;
    if (letter !== null) {
      run += letter;
      continue;
    }
    // An end of a line or of a word has no length: the run goes on behind it.
    if (part.kind === "assertion") continue;
    consider([run]);
    run = "";
    consider(required(part));
  }
  consider([run]);
  return best;
}

function lengthOf(literals: readonly string[]): number {
  return Math.min(...literals.map((literal) => literal.length));
}

/** The one character of a set, or the small one of both cases of a letter. */
function onlyLetter(set: CharacterSet): string | null {
  const [first, second] = set;
  if (first === undefined || set.length > 2 || first[0] !== first[1]) return null;
  if (second === undefined) return String.fromCodePoint(first[0]).replace(/[A-Z]/, (letter) => letter.toLowerCase());
  const isBothCases = first[0] >= 65 && first[0] <= 90 && second[0] === first[0] + 32 && second[1] === second[0];
  return isBothCases ? String.fromCodePoint(second[0]) : null;
}
