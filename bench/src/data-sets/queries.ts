import { pick, seededChance } from "./chance.ts";
import { CHINESE, IDENTIFIERS, WORDS } from "./vocabulary.ts";

export interface SearchQuery {
  readonly query: string;
  readonly mode?: "substring";
}

/** As people and agents ask, each kind as often as the others. The seed is the round: no two rounds ask the same. */
export function sampleQueries(count: number, seed: number): SearchQuery[] {
  const chance = seededChance(1_000 + seed);
  const common = () => pick(chance, WORDS.slice(150, 420));
  const rare = () => pick(chance, WORDS.slice(12_000));
  const part = (text: string) => text.slice(1, 1 + Math.max(3, Math.floor(text.length / 2)));
  const kinds: readonly (() => SearchQuery)[] = [
    () => ({ query: common() }),
    () => ({ query: rare() }),
    () => ({ query: `${common()} ${common()}` }),
    () => ({ query: `${common()} ${rare()} ${common()}` }),
    () => ({ query: pick(chance, CHINESE) }),
    () => ({ query: pick(chance, CHINESE) + pick(chance, CHINESE) }),
    () => ({ query: pick(chance, IDENTIFIERS) }),
    () => ({ query: part(pick(chance, IDENTIFIERS)), mode: "substring" }),
    () => ({ query: part(rare()), mode: "substring" }),
    () => ({ query: [...pick(chance, CHINESE)][0] as string }),
  ];
  return Array.from({ length: count }, (_, index) => (kinds[index % kinds.length] as () => SearchQuery)());
}
