/**
 * By these a user says something that holds from now on. In lower case; a phrase in letters that are written with spaces is met as whole
 * words, another wherever it stands.
 */
export const SIGNALS: readonly string[] = [
  ..."from now on|going forward|from today|as of today|i decided|i've decided|i have decided|we decided|we've decided|we have decided".split(
    "|",
  ),
  ..."remember that|remember this|please remember|keep in mind|don't forget|do not forget|note that i|make a note|for future reference".split(
    "|",
  ),
  ..."i prefer|i'd prefer|i would rather|i always|i never|always use|never use|let's go with|we'll go with|we will use|i'll use|i will use".split(
    "|",
  ),
  ..."i switched to|i've switched|we switched to|we're switching|i moved to|we moved to|i no longer|we no longer|i don't use|i stopped".split(
    "|",
  ),
  ..."my name is|call me|i changed my mind|change of plan|change of plans|the plan is now|instead of".split("|"),
  ..."改成|改为|改用|改到|换成|换到|以后都|以后用|以后请|以后别|以后不要|从现在起|从今天起|从今以后|今后|往后|我决定|我们决定|决定用|决定不|就用".split(
    "|",
  ),
  ..."记住|请记|记一下|记下|别忘|不要忘|我喜欢|我更喜欢|我偏好|我习惯|我不喜欢|我讨厌|我叫|我的名字|叫我|不再用|不再使用|不要再|我改主意".split(
    "|",
  ),
  ..."以後都|以後用|從現在起|從今以後|我決定|我們決定|記住|請記|別忘|我喜歡|換成|改為".split("|"),
  ..."これから|今後は|今後も|覚えておいて|覚えてください|忘れないで|決めました|決めた|に変更|に変えて|の方が好き|が好きです|と呼んで".split(
    "|",
  ),
  ..."앞으로|이제부터|지금부터|기억해|잊지 마|결정했|정했|바꿨|바꾸기로|더 좋아|선호".split("|"),
  ..."a partir de ahora|de ahora en adelante|recuerda que|no olvides|he decidido|hemos decidido|prefiero|me llamo".split(
    "|",
  ),
  ..."désormais|dorénavant|à partir de maintenant|souviens-toi|n'oublie pas|j'ai décidé|nous avons décidé|je préfère|je m'appelle".split(
    "|",
  ),
  ..."ab jetzt|ab sofort|ab heute|in zukunft|merk dir|vergiss nicht|ich habe beschlossen|ich habe mich entschieden|wir haben beschlossen|ich bevorzuge|ich heiße".split(
    "|",
  ),
  ..."a partir de agora|lembre-se|não esqueça|decidi|decidimos|prefiro|d'ora in poi|ricorda che|ho deciso|preferisco".split(
    "|",
  ),
  ..."отныне|с этого момента|теперь всегда|запомни|не забудь|я решил|мы решили|я предпочитаю|меня зовут".split("|"),
];

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a text has one of the phrases: what it says should be remembered at once. */
export function hasSignal(text: string, phrases: readonly string[] = SIGNALS): boolean {
  const said = text.toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");
  return phrases.some((phrase) => {
    if (UNSPACED.test(phrase)) return said.includes(phrase);
    for (let at = said.indexOf(phrase); at !== -1; at = said.indexOf(phrase, at + 1)) {
      const around = `${said[at - 1] ?? " "}${said[at + phrase.length] ?? " "}`;
      if (!/[\p{L}\p{N}]/u.test(around)) return true;
    }
    return false;
  });
}
