/** Shannon entropy of a value, in bits per character. Units beyond ASCII count by their low seven bits. */
export function entropyOf(value: string): number {
  const counts = new Uint32Array(128);
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i) & 127;
    counts[unit] = (counts[unit] as number) + 1;
  }
  let entropy = 0;
  for (const count of counts) if (count > 0) entropy -= (count / value.length) * Math.log2(count / value.length);
  return entropy;
}

/** The pairs of letters that make up five sixths of English prose and of the names in code, and a fifth of random letters. */
const COMMON_PAIRS = new Set(
  (
    "in er on re th st or co es at te ti de he en le ng se ar an ri ns ed io tr nd al nt it pe ro ma me om ct ec un " +
    "ch ra pa fi ex et ne po ve rt ce li ta ou ea od ac ur so nc is ol lo ge rs as am pr mp ty ll no il fo im op ts " +
    "ul tt pt si ef na ic yp la ca ht ig ut to ha ss us ad ps di tp hi be wi mo pl xp oo tc ue ke um va gi nf el ie " +
    "ck cl su fa do ru ow ap mi ot sc rc ly oc em rn ob lu nu tu ho ag sp ba id rr qu bu pi ai vi"
  ).split(" "),
);

/**
 * How much likelier the value was drawn at random than written by a person, as a logarithm (natural, so 3 is 20 to 1).
 * Every pair of neighbours is a piece of evidence: a pair of letters that words are made of, or one that they are not;
 * a letter beside a digit, rare in names; a capital after a single letter, rare in camelCase.
 */
export function randomnessOf(value: string): number {
  let evidence = 0;
  let lettersInWord = 0;
  for (let i = 0; i < value.length; i++) {
    const kind = kindOf(value.charCodeAt(i));
    const previous = i === 0 ? OTHER : kindOf(value.charCodeAt(i - 1));
    if (isLetter(kind) && isLetter(previous)) {
      if (previous === LOWER && kind === UPPER) {
        evidence += lettersInWord === 1 ? 1.2 : lettersInWord === 2 ? 0.6 : -0.3;
        lettersInWord = 0;
      } else evidence += COMMON_PAIRS.has(value.slice(i - 1, i + 1).toLowerCase()) ? -1.4 : 1.4;
    } else if (isLetter(previous) && kind === DIGIT) evidence += 1.8;
    else if (previous === DIGIT && isLetter(kind)) evidence += 2.2;
    lettersInWord = isLetter(kind) ? lettersInWord + 1 : 0;
  }
  return evidence;
}

/** How many of these kinds of characters occur: small letters, capitals, digits, signs that names and paths are not made of. */
export function countKinds(value: string): { letters: number; digits: number; signs: number; kinds: number } {
  const hasLower = /[a-z]/.test(value);
  const hasUpper = /[A-Z]/.test(value);
  const digits = value.replace(/[^0-9]/g, "").length;
  const signs = value.replace(/[A-Za-z0-9_./:\\-]/g, "").length;
  const letters = value.replace(/[^A-Za-z]/g, "").length;
  return {
    letters,
    digits,
    signs,
    kinds: Number(hasLower) + Number(hasUpper) + Number(digits > 0) + Number(signs > 0),
  };
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}

export function isHexadecimal(value: string): boolean {
  return /^[0-9a-f]+$/i.test(value);
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function kindOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit >= 65 && unit <= 90) return UPPER;
  return unit >= 48 && unit <= 57 ? DIGIT : OTHER;
}

function isLetter(kind: number): boolean {
  return kind === LOWER || kind === UPPER;
}
