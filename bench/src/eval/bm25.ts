import type { Turn } from "./locomo.ts";

const STOP_WORDS = new Set(
  `a about after all am an and any are as at be been before being but by can could did do does doing for from had has have having he her
  hers him his how i if in into is it its just me my no nor not now of off on once only or other our out over own same she should so some
  such than that the their them then there these they this those through to too under until up very was we were what when where which
  while who whom why will with would you your`.split(/\s+/),
);

/** Plain BM25 (k1 1.2, b 0.75) with stop words and a light stemmer: what search has to be better than. */
export function bm25(turns: readonly Turn[]): (question: string, limit: number) => string[] {
  const documents = turns.map(({ id, text }) => ({ id, words: wordsOf(text) }));
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const holding = new Map<string, number>();
  for (const { words } of documents) for (const word of new Set(words)) holding.set(word, (holding.get(word) ?? 0) + 1);
  return (question, limit) => {
    const sought = [...new Set(wordsOf(question))];
    const scored = documents.map(({ id, words }) => {
      let score = 0;
      for (const word of sought) {
        const frequency = words.filter((one) => one === word).length;
        const held = holding.get(word) ?? 0;
        const idf = Math.log(1 + (documents.length - held + 0.5) / (held + 0.5));
        score += (idf * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * words.length) / average));
      }
      return { id, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ id }) => id);
  };
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(stem);
}

function stem(word: string): string {
  if (word.length < 5) return word.replace(/(?<=[^s])s$/, "");
  return word.replace(/(?:ies|ing|ed|es|s|ly)$/, (ending) => (ending === "ies" ? "y" : ""));
}
