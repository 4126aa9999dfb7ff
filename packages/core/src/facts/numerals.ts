const WORDS =
  "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty".split(
    "|",
  );
const DIGITS = "零一二三四五六七八九";
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000, 亿: 100_000_000 };

/** A Chinese number before what it counts: `五名`, `两万欧元`, `二十日`. Elsewhere the characters are parts of words. */
export const CHINESE_NUMBER =
  /([零〇一二两三四五六七八九十百千万亿]+)(?=[名位个只次遍天年月日号点时分秒周岁元块口人台条项份倍层楼章节届度篇本张页行列组种件辆家所套欧美])/u;

/** `8` for `eight`; null for a word that is no number. */
export function numberOfWord(word: string): string | null {
  const value = WORDS.indexOf(word);
  return value < 0 ? null : String(value);
}

/** `20000` for `两万`. */
export function numberOfChinese(text: string): string {
  let [total, section, digit] = [0, 0, 0];
  for (const character of text.replaceAll("两", "二").replaceAll("〇", "零")) {
    const unit = UNITS[character];
    if (unit === undefined) digit = DIGITS.indexOf(character);
    else if (unit < 10_000) {
      section += (digit || 1) * unit;
      digit = 0;
    } else {
      total = (total + section + digit || 1) * unit;
      [section, digit] = [0, 0];
    }
  }
  return String(total + section + digit);
}
