import { WORD } from "./character-set.ts";
import type { Assertion } from "./parse.ts";
import type { Program, Step } from "./program.ts";

/** A stretch of text that matches of one pattern cover, in UTF-16 units. */
export interface Covered {
  readonly pattern: number;
  readonly start: number;
  readonly end: number;
}

/** Finds all that patterns match. It keeps what it has learned of a text's characters, so it is made once for many texts. */
export interface Matcher {
  /** Stretches that together are all that any match of a pattern covers; they may overlap. Linear in the text's length. */
  findAll(text: string): Covered[];
}

/**
 * Two passes, both without backtracking. The first asks whether anything matches, with a deterministic automaton that is made as far as
 * the text needs it. Only where it says yes, the second follows every way through the program at once, and keeps for each step the
 * earliest start that leads there: so overlapping matches come out as one, and no place is looked at again.
 */
export function createMatcher(program: Program): Matcher {
  const alphabet = createAlphabet(program.steps);
  const automaton = createAutomaton(program, alphabet);
  return {
    findAll(text) {
      const found = patternsIn(text, automaton, alphabet);
      return found.size === 0 ? [] : cover(text, program, alphabet, found);
    },
  };
}

/** What a character is to assertions; nothing is beyond the ends of the text. */
const NOTHING = 0;
const NEWLINE = 1;
const WORD_CHARACTER = 2;
const OTHER = 3;

/** Characters that no step tells apart share a symbol. The last symbol is the end of the text. */
interface Alphabet {
  readonly ascii: Uint16Array;
  /** Where each symbol's code points begin. */
  readonly bounds: readonly number[];
  readonly kinds: Uint8Array;
  /** For each step that reads a character: the symbols it takes. */
  readonly taken: readonly (Uint8Array | null)[];
}

function createAlphabet(steps: readonly Step[]): Alphabet {
  const sets = [WORD, [[10, 10]] as const, ...steps.flatMap((step) => (step.kind === "set" ? [step.set] : []))];
  const bounds = [...new Set([0, ...sets.flatMap((set) => set.flatMap(([first, last]) => [first, last + 1]))])]
    .filter((bound) => bound <= 0x10ffff)
    .sort((a, b) => a - b);
  const covers = (set: readonly (readonly [number, number])[], point: number) =>
    set.some(([first, last]) => point >= first && point <= last);
  const kinds = Uint8Array.from([
    ...bounds.map((point) => (point === 10 ? NEWLINE : covers(WORD, point) ? WORD_CHARACTER : OTHER)),
    NOTHING,
  ]);
  const known = new Map<string, Uint8Array>();
  const taken = steps.map((step) => {
    if (step.kind !== "set") return null;
    const name = step.set.join();
    let symbols = known.get(name);
    if (symbols === undefined) {
      symbols = Uint8Array.from(bounds, (point) => Number(covers(step.set, point)));
      known.set(name, symbols);
    }
    return symbols;
  });
  const ascii = Uint16Array.from({ length: 128 }, (_, point) => symbolOf(bounds, point));
  return { ascii, bounds, kinds, taken };
}

function symbolOf(bounds: readonly number[], point: number): number {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((bounds[middle] as number) <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}

function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case "lineStart":
      return before === NOTHING || before === NEWLINE;
    case "lineEnd":
      return after === NOTHING || after === NEWLINE;
    case "wordBoundary":
      return (before === WORD_CHARACTER) !== (after === WORD_CHARACTER);
    case "noWordBoundary":
      return (before === WORD_CHARACTER) === (after === WORD_CHARACTER);
  }
}

/** A set of steps to go on from, after a character of some kind. What is reached without reading is found when the next one is known. */
interface State {
  readonly steps: readonly number[];
  readonly before: number;
  readonly next: (State | undefined)[];
  /** By symbol: the patterns that end before it. */
  readonly found: (readonly number[] | undefined)[];
}

interface Automaton {
  readonly begin: () => State;
  readonly advance: (state: State, symbol: number) => State;
}

/** States that are kept. Past it they are forgotten and made anew, which costs time in proportion to the program. */
const MOST_STATES = 2_000;
const NONE: readonly number[] = [];

function createAutomaton({ steps, starts }: Program, { kinds, taken }: Alphabet): Automaton {
  let states = new Map<string, State>();
  const seen = new Uint32Array(steps.length);
  let round = 0;

  const stateOf = (places: readonly number[], before: number): State => {
    const name = `${before}:${places.join()}`;
    let state = states.get(name);
    if (state === undefined) {
      if (states.size >= MOST_STATES) states = new Map();
      state = { steps: places, before, next: new Array(kinds.length), found: new Array(kinds.length) };
      states.set(name, state);
    }
    return state;
  };

  return {
    begin: () => stateOf(NONE, NOTHING),
    advance(state, symbol) {
      const after = kinds[symbol] as number;
      const found: number[] = [];
      const places: number[] = [];
      const toVisit = [...starts, ...state.steps];
      round++;
      for (let place = toVisit.pop(); place !== undefined; place = toVisit.pop()) {
        if (seen[place] === round) continue;
        seen[place] = round;
        const step = steps[place] as Step;
        if (step.kind === "found") found.push(step.pattern);
        else if (step.kind === "fork") toVisit.push(step.next, step.other);
        else if (step.kind === "assertion") {
          if (holds(step.assertion, state.before, after)) toVisit.push(step.next);
        } else if (taken[place]?.[symbol] === 1) places.push(step.next);
      }
      const next = stateOf(
        [...new Set(places)].sort((a, b) => a - b),
        after,
      );
      state.next[symbol] = next;
      state.found[symbol] = found.length === 0 ? NONE : found;
      return next;
    },
  };
}

function patternsIn(text: string, automaton: Automaton, { ascii, bounds, kinds }: Alphabet): Set<number> {
  const found = new Set<number>();
  let state = automaton.begin();
  for (let i = 0; i <= text.length; i++) {
    let symbol = kinds.length - 1;
    if (i < text.length) {
      const unit = text.charCodeAt(i);
      if (unit < 128) symbol = ascii[unit] as number;
      else {
        const point = text.codePointAt(i) as number;
        symbol = symbolOf(bounds, point);
        if (point > 0xffff) i++;
      }
    }
    const next = state.next[symbol] ?? automaton.advance(state, symbol);
    const ended = state.found[symbol] as readonly number[];
    if (ended.length > 0) for (const pattern of ended) found.add(pattern);
    state = next;
  }
  return found;
}

/** The second pass, for the patterns that the first has met. */
function cover(text: string, { steps, starts }: Program, alphabet: Alphabet, wanted: ReadonlySet<number>): Covered[] {
  const { ascii, bounds, kinds, taken } = alphabet;
  const begins = starts.filter((_, pattern) => wanted.has(pattern));
  const covered: Covered[] = [];
  const last = new Map<number, { start: number; end: number }>();
  const seen = new Uint32Array(steps.length);
  let round = 0;
  let before = NOTHING;
  // Steps to go on from, with the earliest start of each: in the order of their starts.
  let places: number[] = [];
  let from: number[] = [];
  for (let i = 0; i <= text.length; ) {
    const point = text.codePointAt(i);
    const symbol =
      point === undefined ? kinds.length - 1 : point < 128 ? (ascii[point] as number) : symbolOf(bounds, point);
    const after = kinds[symbol] as number;
    const nextPlaces: number[] = [];
    const nextFrom: number[] = [];
    round++;
    for (let n = 0; n < places.length + begins.length; n++) {
      const start = n < places.length ? (from[n] as number) : i;
      const toVisit = [n < places.length ? (places[n] as number) : (begins[n - places.length] as number)];
      for (let place = toVisit.pop(); place !== undefined; place = toVisit.pop()) {
        if (seen[place] === round) continue;
        seen[place] = round;
        const step = steps[place] as Step;
        if (step.kind === "found") extend(step.pattern, start, i);
        else if (step.kind === "fork") toVisit.push(step.other, step.next);
        else if (step.kind === "assertion") {
          if (holds(step.assertion, before, after)) toVisit.push(step.next);
        } else if (taken[place]?.[symbol] === 1) {
          nextPlaces.push(step.next);
          nextFrom.push(start);
        }
      }
    }
    places = nextPlaces;
    from = nextFrom;
    before = after;
    i += point !== undefined && point > 0xffff ? 2 : 1;
  }
  for (const [pattern, { start, end }] of last) covered.push({ pattern, start, end });
  return covered;

  /** Matches end in order, but a later one may have begun before an earlier one: then both are one. */
  function extend(pattern: number, start: number, end: number): void {
    const present = last.get(pattern);
    if (present !== undefined && start >= present.end) covered.push({ pattern, ...present });
    if (present === undefined || start >= present.end) last.set(pattern, { start, end });
    else last.set(pattern, { start: Math.min(start, present.start), end });
  }
}
