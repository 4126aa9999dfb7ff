import { CHINESE_NUMBER, numberOfChinese, numberOfWord } from "./numerals.ts";
import { KOREAN_ENDINGS, PARTED, STOP_WORDS } from "./words/plain-words.ts";

/** One spelling for what reads alike: NFKC, lower case, straight quotes, single spaces. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘ʼ＇]/g, "'")
    .replaceAll(/[\s\p{Cf}]+/gu, " ")
    .trim();
}

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々`;
/** Scripts that are written without spaces, besides those of Chinese and Japanese. */
const UNSPACED = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const RUNS = new RegExp(
  String.raw`(?<number>\d+(?:[.:\/\-]\d+)*)(?![\p{L}\p{N}])|(?<cjk>[${CJK}]+)|(?<hangul>\p{Script=Hangul}+)|(?<unspaced>[${UNSPACED}\p{M}]+)|(?<word>[[\p{L}\p{N}]--[${CJK}${UNSPACED}\p{Script=Hangul}]][[\p{L}\p{M}\p{N}_']--[${CJK}${UNSPACED}\p{Script=Hangul}]]*(?:[+#]+)?)`,
  "gv",
);

/**
 * What a text is compared by, in order: stems of words without stop words, numbers, and pairs of characters where words are not parted
 * by spaces. The same text has the same terms whatever its case, width and spacing.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const { groups = {} } of fold(text).matchAll(RUNS)) {
    if (groups["cjk"] !== undefined) terms.push(...termsOfRun(groups["cjk"]));
    else if (groups["hangul"] !== undefined)
      terms.push(...pairsOf(groups["hangul"].replace(KOREAN_ENDINGS, "") || groups["hangul"]));
    else if (groups["unspaced"] !== undefined) terms.push(...pairsOf(groups["unspaced"]));
    else if (groups["number"] !== undefined) terms.push(groups["number"]);
    else {
      const word = (groups["word"] ?? "").replace(/'s?$|'s(?=$)/, "");
      if (word !== "" && !STOP_WORDS.has(word)) terms.push(numberOfWord(word) ?? stemOf(word));
    }
  }
  return terms;
}

/** Numbers, and pairs of the characters between them and between function words. */
function termsOfRun(run: string): string[] {
  return run.split(CHINESE_NUMBER).flatMap((part, index) => {
    if (index % 2 === 1) return [numberOfChinese(part)];
    return part.split(PARTED).flatMap((piece) => (piece === undefined ? [] : pairsOf(piece)));
  });
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** A light English stem: plural, -ing, -ed and a last e. Words with digits or other signs stay as they are. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  let stem = word;
  if (/[^aeiou]ies$/.test(stem)) stem = `${stem.slice(0, -3)}y`;
  else if (/[^su]s$/.test(stem) && !stem.endsWith("is")) stem = stem.slice(0, -1);
  const base = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(stem)?.[1];
  if (base !== undefined && base.length >= 2) stem = base.replace(/([^aeioulsz])\1$/, "$1");
  return stem.length >= 3 ? stem.replace(/e$/, "") : stem;
}
