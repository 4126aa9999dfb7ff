/** By these a statement says that what was so is so no longer. In lower case; a Latin one is met as whole words. */
export const CHANGE_MARKERS: readonly string[] = [
  ..."no longer|not any more|not anymore|stop|stops|stopped|quit|quits|gave up|gives up|given up|dropped|abandoned".split(
    "|",
  ),
  ..."instead of|rather than|instead|switch to|switches to|switched to|switched from|switching to|moved from|moved to".split(
    "|",
  ),
  ..."moving to|move to|migrated to|migrating to|migrate to|migrated from|replaced by|replaced with|replaces|replace".split(
    "|",
  ),
  ..."changed to|changes to|changed from|changed his|changed her|changed their|change of|now prefers|now uses|now wants".split(
    "|",
  ),
  ..."used to|from now on|as of now|anymore|any more|cancelled|canceled|cancel|revoked|reverted|reversed|renamed to".split(
    "|",
  ),
  ..."postponed|rescheduled|moved back|brought forward|correction|actually".split("|"),
  ..."不再|不用了|不要了|取消|停止|停用|弃用|放弃|换掉|换成|换到|换为|改为|改成|改用|改由|改在|改走|改到|改回|改叫|改名|变为|变成|替换为|替换成".split(
    "|",
  ),
  ..."转为|转用|转到|迁移到|搬到|搬去|调整为|更新为|更改为|升级到|降级到|推迟到|提前到|以后都|以后用|从现在起|今后|戒了|戒掉".split(
    "|",
  ),
  ..."やめた|やめる|やめました|変更|切り替え|乗り換え|もう使わ|代わりに|ではなく|じゃなく|引っ越し".split("|"),
  ..."더 이상|그만|중단|취소|바꿨|바꾸|변경|대신|전환|옮겼".split("|"),
  ..."ya no|dejó de|en lugar de|cambió a|ne plus|n'utilise plus|au lieu de|passé à|nicht mehr|statt|gewechselt|umgestiegen".split(
    "|",
  ),
];

/** These turn a statement round. They are a sign of change only where one of two alike statements has one and the other none. */
export const NEGATIONS: readonly string[] = [
  ..."not|no|never|don't|doesn't|didn't|isn't|aren't|wasn't|won't|can't|cannot|shouldn't|mustn't|without|avoid|avoids|neither|nor".split(
    "|",
  ),
  ..."dont|doesnt|isnt|wont|cant|hates|dislikes|refuses".split("|"),
  ..."不|别|没|没有|无需|无须|勿|禁止|避免|拒绝|讨厌".split("|"),
  ..."ない|ません|ず|嫌い|안 |못 |않|없|싫".split("|"),
  ..."nunca|jamais|pas|nicht|kein|keine|nie".split("|"),
];

/** Words that hold a negation and are none. */
export const NEGATION_EXCEPTIONS: readonly string[] = [
  ..."不错|不同|不仅|不但|不断|不过|不久|不少|不管|不论|不客气|不得不|不一定|不止|不只|差不多|对不起|不好意思|不锈".split(
    "|",
  ),
  ..."特别|区别|分别|个别|类别|级别|性别|识别|辨别|告别|差别|别的|别人|别名|别处|别墅|沉没|淹没|必须|必ず|まず".split(
    "|",
  ),
  ..."not only|no doubt|no one|number no|no-code|node".split("|"),
];
