/** Greetings, without marks, in lower case. */
const GREETINGS = new Set(
  `hi|hello|hey|hiya|howdy|yo|greetings|good morning|good afternoon|good evening|good day|morning|hi there|hello there|hey there
  |你好|您好|嗨|哈喽|哈啰|喂|早|早上好|早安|上午好|中午好|下午好|晚上好|大家好|在吗|你好呀|你好啊|こんにちは|こんばんは|おはよう|おはようございます|もしもし
  |안녕|안녕하세요|안녕하십니까|여보세요|hola|buenas|buenos días|buenos dias|buenas tardes|buenas noches|bonjour|bonsoir|salut|coucou|hallo
  |guten tag|guten morgen|guten abend|moin|servus|ciao|salve|buongiorno|buonasera|olá|ola|oi|bom dia|boa tarde|boa noite|привет
  |здравствуйте|добрый день|доброе утро|добрый вечер|cześć|dzień dobry|merhaba|selam|namaste|नमस्ते|مرحبا|السلام عليكم|שלום|xin chào|halo`
    .split("|")
    .map((greeting) => greeting.trim()),
);

/** What an assistant adds to a greeting. */
const OFFER =
  /(?:how (?:can|may) i (?:help|assist)(?: you)?(?: today)?|what can i do for you(?: today)?|(?:请问)?(?:今天)?(?:我)?有什么(?:我)?(?:可以|能)帮(?:助)?(?:到)?(?:您|你)(?:的)?(?:吗)?|我能为(?:您|你)做些?什么(?:吗)?)$/u;

/** Whether a text greets and does nothing else. */
export function isGreeting(text: string): boolean {
  if (text.length > 200) return false;
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\s]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const greeting = words.replace(OFFER, "").trim();
  return GREETINGS.has(greeting);
}

/** A sign that ends a sentence, with the quotes and brackets that close after it; or an empty line. */
const SENTENCE_END = /[。！？][」』”’）)]*|[.!?…]+["'”’)\]]*(?=\s|$)|\n\s*\n/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|dr|mr|mrs|ms|prof|st|fig|eq|vol|z\.b|d\.h|bzw|[a-z])\.$/i;

/** A text up to the end of its first sentence. */
export function firstSentence(text: string): string {
  const trimmed = text.trim();
  for (const { 0: sign, index } of trimmed.matchAll(SENTENCE_END)) {
    const sentence = trimmed.slice(0, index + sign.length).trimEnd();
    if (!ABBREVIATION.test(sentence)) return sentence;
  }
  return trimmed;
}

/**
 * As many whole lines from the top as fit, by what `render` makes of them; null when there is not one. It takes about log(lines) renderings.
 * @param fits tells of a rendering.
 */
export function cutAtLine(
  text: string,
  render: (kept: string, lines: number, of: number) => string,
  fits: (rendered: string) => boolean,
): string | null {
  const lines = text.split("\n");
  const of = lines.length;
  const at = (count: number) => render(lines.slice(0, count).join("\n"), count, of);
  let [most, tooMany] = [0, of];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(at(middle))) most = middle;
    else tooMany = middle;
  }
  return most === 0 || lines.slice(0, most).every((line) => line.trim() === "") ? null : at(most);
}
