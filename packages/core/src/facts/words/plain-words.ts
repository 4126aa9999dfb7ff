/** Words that two texts are not compared by. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a|an|the|this|that|these|those|and|or|but|if|then|so|as|at|by|for|from|in|into|of|on|onto|to|up|with|about|over|per|via|off|" +
    "is|am|are|was|were|be|been|being|do|does|did|done|has|have|had|having|can|could|may|might|must|shall|should|will|would|" +
    "i|me|my|mine|we|us|our|you|your|he|him|his|she|her|it|its|they|them|their|user|users|who|which|what|when|where|" +
    "there|here|also|just|very|really|quite|too|all|any|every|each|some|such|more|most|own|same|other|both|than|" +
    "el|la|los|las|un|una|de|en|le|les|des|du|et|der|die|das|ein|eine|und|im|mit|für|zu"
  ).split("|"),
);

/** Chinese verbs that say how, not what about: a run of characters is parted there, and they stay as terms of their own. */
const WEAK_VERBS = "喜欢|偏好|习惯|希望|想要|需要|使用|采用|选用|打算|计划";

/** Verbs and the like that say how, not what about: sharing one makes no two statements alike. As stems. */
export const WEAK_STEMS: ReadonlySet<string> = new Set(
  (
    "us|like|lik|prefer|want|need|lov|enjoy|hat|dislik|wish|plan|choos|chos|chosen|decid|pick|keep|kept|mak|made|get|got|go|goe|" +
    `${WEAK_VERBS}|` +
    "liv|mov|work|tak|took|giv|put|set|run|ran|now|new|current|currentli|currently|recent|recently|switch|chang|replac|stop|usual|usually|always|alway|alreadi|already"
  ).split("|"),
);

/** Chinese and Japanese function words: a run of characters is parted there. The longer ones first. */
const PARTICLES =
  "用户|我们|他们|她们|你们|一个|一些|目前|现在|已经|正在|不能|不会|不要|不用|不再|没有|可以|です|ます|ました|して|いる|から|まで|" +
  "[的了是为在和与及或也都就还很更最我你他她它们这那吗呢吧啊呀请把被将用于到由会能要不没はがをにでとものへや]";

/** Parts a run of Chinese or Japanese. What it captures is kept. */
export const PARTED = new RegExp(`(${WEAK_VERBS})|${PARTICLES}`, "u");

/** Endings of Korean words. */
export const KOREAN_ENDINGS =
  /(?:으로|에서|에게|까지|부터|이다|입니다|합니다|했다|한다|은|는|이|가|을|를|에|의|로|와|과|도|만)$/u;
