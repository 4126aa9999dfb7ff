import type { JudgementName } from "./judgement.ts";

/**
 * One kind of secret, as data.
 *
 * The scanner looks for `keywords` first and tries `pattern` only where one of them stands, so a pattern has to match
 * from the first character of its keyword (or from at most `reach` characters before it), and its repetitions have to
 * be bounded. A group named `secret` narrows the finding to that group; without one the whole match is the secret.
 */
export interface SecretRule {
  /** Stable, kebab-case, shown to people and models: `[redacted:<id>]`. */
  readonly id: string;
  /** What a person calls it. */
  readonly name: string;
  /** Looked for without regard to the case of ASCII letters. Lower case, at least one character each. */
  readonly keywords: readonly string[];
  /** Tried at one place at a time: no `g` or `y` flag, no `^`. */
  readonly pattern: RegExp;
  /** UTF-16 units that the match may begin before its keyword, all of them word characters, `.`, `~`, `+` or `/`. 0 by default. */
  readonly reach?: number;
  /** Whether the match may begin in the middle of a word, as `token` does in `API_TOKEN`. Not by default. */
  readonly inWord?: boolean;
  /** Least Shannon entropy of the secret, in bits per character. 2 by default: letters drawn at random are never below. */
  readonly minEntropy?: number;
  /** Secrets that are known to be none. Placeholders (`xxxx`, `your-key`, `…EXAMPLE`) are refused for every rule. */
  readonly allow?: readonly RegExp[];
  /** How a value that has no shape of its own is told from a word, a piece of code or a hash. */
  readonly judgement?: JudgementName;
}
