import { type CharacterSet, CLASSES, foldCase, inverted, normalized, type Range } from "./character-set.ts";

/** A pattern as a tree. `least` and `most` bound a repetition; `most` is null where it has no end. */
export type Pattern =
  | { readonly kind: "empty" }
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly options: readonly Pattern[] }
  | { readonly kind: "repeat"; readonly of: Pattern; readonly least: number; readonly most: number | null };

export type Assertion = "lineStart" | "lineEnd" | "wordBoundary" | "noWordBoundary";

/** Why a pattern is not taken, in words for whoever wrote it. */
export class PatternError extends Error {}

const MOST_REPETITIONS = 1_000;
const MOST_GROUPS_IN_GROUPS = 100;

/**
 * Reads a pattern: what RE2 and JavaScript have in common and what runs in linear time. No back references, no look-around, no Unicode
 * properties. `^` and `$` are the ends of a line. A quantifier may be lazy, which changes nothing: what is covered by any match is found.
 * @throws PatternError
 */
export function parsePattern(source: string, ignoresCase: boolean): Pattern {
  return new Parser(source, ignoresCase).parse();
}

class Parser {
  readonly #characters: readonly string[];
  readonly #ignoresCase: boolean;
  #at = 0;
  #depth = 0;

  constructor(source: string, ignoresCase: boolean) {
    this.#characters = Array.from(source);
    this.#ignoresCase = ignoresCase;
  }

  parse(): Pattern {
    const pattern = this.#choice();
    if (this.#at < this.#characters.length) throw this.#error("has a ) without its (");
    return pattern;
  }

  #choice(): Pattern {
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    return options.length === 1 ? (options[0] as Pattern) : { kind: "choice", options };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.#at < this.#characters.length && this.#next !== "|" && this.#next !== ")") {
      const isGroup = this.#next === "(";
      parts.push(this.#repetition(this.#atom(), isGroup));
    }
    if (parts.length === 0) return { kind: "empty" };
    return parts.length === 1 ? (parts[0] as Pattern) : { kind: "sequence", parts };
  }

  #repetition(of: Pattern, isGroup: boolean): Pattern {
    const bounds = this.#bounds();
    if (bounds === null) return of;
    if (of.kind === "assertion" && !isGroup) throw this.#error("repeats something that has no length");
    this.#take("?");
    if (this.#next !== "" && "*+?".includes(this.#next)) throw this.#error("repeats a repetition: put it in a group");
    if (this.#bounds() !== null) throw this.#error("repeats a repetition: put it in a group");
    return { kind: "repeat", of, ...bounds };
  }

  #bounds(): { least: number; most: number | null } | null {
    if (this.#take("*")) return { least: 0, most: null };
    if (this.#take("+")) return { least: 1, most: null };
    if (this.#take("?")) return { least: 0, most: 1 };
    const counted = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.#characters.slice(this.#at, this.#at + 24).join(""));
    if (counted === null) return null;
    const [text, from = "", comma, to = ""] = counted;
    const least = Number(from);
    const most = comma === undefined ? least : to === "" ? null : Number(to);
    if (least > MOST_REPETITIONS || (most ?? 0) > MOST_REPETITIONS) {
      throw this.#error(`repeats more than ${MOST_REPETITIONS} times`);
    }
    if (most !== null && most < least) throw this.#error(`has the bounds ${text} the wrong way round`);
    this.#at += text.length;
    return { least, most };
  }

  #atom(): Pattern {
    if (this.#take("(")) return this.#group();
    if (this.#take("[")) return this.#set(this.#bracket());
    if (this.#take(".")) return this.#set(inverted([[10, 10]]));
    if (this.#take("^")) return { kind: "assertion", assertion: "lineStart" };
    if (this.#take("$")) return { kind: "assertion", assertion: "lineEnd" };
    if (this.#take("\\")) return this.#escaped();
    if ("*+?".includes(this.#next)) throw this.#error(`has a ${this.#next} with nothing to repeat`);
    return this.#character(this.#read());
  }

  #group(): Pattern {
    if (this.#take("?")) {
      const kind = this.#read();
      if (kind === "=" || kind === "!") throw this.#error("looks ahead, which cannot run in linear time");
      if (kind === "<" && (this.#next === "=" || this.#next === "!")) {
        throw this.#error("looks behind, which cannot run in linear time");
      }
      if (kind !== ":") throw this.#error("has a group of a kind that is not known: write ( or (?:");
    }
    if (++this.#depth > MOST_GROUPS_IN_GROUPS) throw this.#error("nests its groups too deep");
    const inside = this.#choice();
    this.#depth--;
    if (!this.#take(")")) throw this.#error("has a ( without its )");
    return inside;
  }

  #escaped(): Pattern {
    if (this.#take("b")) return { kind: "assertion", assertion: "wordBoundary" };
    if (this.#take("B")) return { kind: "assertion", assertion: "noWordBoundary" };
    if (/[1-9k]/.test(this.#next)) throw this.#error("refers back to a group, which cannot run in linear time");
    const known = this.#class();
    return known === null ? this.#character(this.#escapedCharacter()) : this.#set(known);
  }

  /** `\d`, `\W` and the like, if one is next. */
  #class(): CharacterSet | null {
    const known = CLASSES[this.#next.toLowerCase()];
    if (known === undefined) return null;
    const letter = this.#read();
    return letter === letter.toLowerCase() ? known : inverted(known);
  }

  /** What comes after a backslash and stands for one character. */
  #escapedCharacter(): string {
    const letter = this.#read();
    const control = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" }[letter];
    if (control !== undefined) return control;
    if (letter === "x") return this.#codePoint(/^[0-9a-f]{2}/i);
    if (letter === "u") return this.#codePoint(/^[0-9a-f]{4}|^\{[0-9a-f]{1,6}\}/i);
    if (/[pP]/.test(letter)) throw this.#error("uses Unicode properties, which are not known here: write ranges");
    if (letter === "" || /[A-Za-z0-9]/.test(letter)) throw this.#error(`has an escape that is not known: \\${letter}`);
    return letter;
  }

  #codePoint(form: RegExp): string {
    const digits = form.exec(this.#characters.slice(this.#at, this.#at + 8).join(""))?.[0];
    const codePoint = Number.parseInt(digits?.replace("{", "") ?? "", 16);
    if (digits === undefined || codePoint > 0x10ffff) throw this.#error("has an escape that names no character");
    this.#at += digits.length;
    return String.fromCodePoint(codePoint);
  }

  /** A class in brackets, whose first bracket is read already. */
  #bracket(): CharacterSet {
    const isInverted = this.#take("^");
    const ranges: Range[] = [];
    for (let isFirst = true; isFirst || this.#next !== "]"; isFirst = false) {
      if (this.#at >= this.#characters.length) throw this.#error("has a [ without its ]");
      if (this.#next === "[" && this.#characters[this.#at + 1] === ":") {
        throw this.#error("has a class like [:alpha:], which is not known here: write ranges");
      }
      const first = this.#member();
      if (typeof first !== "number") {
        ranges.push(...first);
      } else if (
        this.#next === "-" &&
        this.#characters[this.#at + 1] !== "]" &&
        this.#at + 1 < this.#characters.length
      ) {
        this.#at++;
        const last = this.#member();
        if (typeof last !== "number" || last < first)
          throw this.#error("has a range in [ ] that ends before it begins");
        ranges.push([first, last]);
      } else ranges.push([first, first]);
    }
    this.#at++;
    const set = this.#ignoresCase ? foldCase(ranges) : normalized(ranges);
    return isInverted ? inverted(set) : set;
  }

  #member(): number | CharacterSet {
    if (!this.#take("\\")) return codePointOf(this.#read());
    return this.#class() ?? codePointOf(this.#escapedCharacter());
  }

  #character(character: string): Pattern {
    const point = codePointOf(character);
    return this.#set(this.#ignoresCase ? foldCase([[point, point]]) : [[point, point]]);
  }

  #set(set: CharacterSet): Pattern {
    if (set.length === 0) throw this.#error("has a class that no character is in");
    return { kind: "set", set };
  }

  get #next(): string {
    return this.#characters[this.#at] ?? "";
  }

  #read(): string {
    const character = this.#next;
    this.#at++;
    return character;
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
    return true;
  }

  #error(what: string): PatternError {
    return new PatternError(`${what} (near character ${Math.min(this.#at + 1, this.#characters.length)})`);
  }
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
