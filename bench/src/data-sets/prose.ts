import { pick, seededChance } from "./chance.ts";
import { CHINESE, capitalised, IDENTIFIERS, WORDS } from "./vocabulary.ts";

const SHORTEST = 40;
const LONGEST = 400;
const CHINESE_SENTENCES = 0.05;
const IDENTIFIER_SHARE = 0.02;
const DRAWS = 2 ** 20;
const ZIPF_EXPONENT = 1.15;

export interface Prose {
  /** 40 to 400 words in sentences and paragraphs, a few of them identifiers, some sentences Chinese. */
  document(): string;
}

/** Text whose words are as unevenly frequent as those of a language: by Zipf's law. */
export function createProse(seed: number): Prose {
  const chance = seededChance(seed);
  const word = () => {
    if (chance() < IDENTIFIER_SHARE) return pick(chance, IDENTIFIERS);
    return WORDS[RANKS[Math.floor(chance() * DRAWS)] as number] as string;
  };
  const english = (length: number) => {
    let sentence = capitalised(word());
    for (let count = 1; count < length; count++) sentence += chance() < 0.06 ? `, ${word()}` : ` ${word()}`;
    return `${sentence}.`;
  };
  const chinese = (length: number) => `${Array.from({ length }, () => pick(chance, CHINESE)).join("")}。`;
  return {
    document() {
      let text = "";
      for (let left = SHORTEST + Math.floor(chance() * (LONGEST - SHORTEST + 1)); left > 0; ) {
        const length = Math.min(left, 5 + Math.floor(chance() * 16));
        left -= length;
        text += chance() < CHINESE_SENTENCES ? chinese(length) : english(length);
        if (left > 0) text += chance() < 0.15 ? "\n\n" : " ";
      }
      return text;
    },
  };
}

/** For each of many equal parts of chance, the rank of the word that it draws. */
const RANKS = zipfRanks();

function zipfRanks(): Uint16Array {
  const weights = WORDS.map((_, rank) => 1 / (rank + 2.7) ** ZIPF_EXPONENT);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ranks = new Uint16Array(DRAWS);
  let until = 0;
  let filled = 0;
  weights.forEach((weight, rank) => {
    until += weight / total;
    const end = Math.round(until * DRAWS);
    ranks.fill(rank, filled, end);
    filled = end;
  });
  return ranks;
}
