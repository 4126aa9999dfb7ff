/** Phrases without substance, in lower case. */
export const SMALL_TALK: readonly string[] = [
  ..."hello there|hello|hi there|hi|hey there|hey|good morning|good afternoon|good evening|good night|bye bye|bye|goodbye|see you later|see you".split(
    "|",
  ),
  ..."see you tomorrow|have a nice day|have a good day|have a good one|have a great day|have a good weekend|nice to meet you".split(
    "|",
  ),
  ..."how are you doing|how are you|how's it going|what's up|thanks a lot|thanks so much|thank you so much|thank you very much".split(
    "|",
  ),
  ..."many thanks|thank you|thanks|thx|cheers|please|you're welcome|no problem|no worries|my pleasure|sorry|my bad|excuse me".split(
    "|",
  ),
  ..."okay|ok|k|yes please|yes|yep|yeah|yup|no thanks|nope|sure thing|sure|of course|absolutely|definitely|exactly|right|correct".split(
    "|",
  ),
  ..."sounds good to me|sounds good|sounds great|looks good to me|looks good|lgtm|that works for me|that works|works for me|that's fine|that's right".split(
    "|",
  ),
  ..."that makes sense|makes sense|got it|i see|i understand|understood|agreed|i agree|go ahead|please continue|continue|please go on|go on".split(
    "|",
  ),
  ..."great job|good job|well done|nice work|great work|nice one|perfect|awesome|amazing|excellent|wonderful|fantastic|brilliant|great|nice|cool".split(
    "|",
  ),
  ..."haha|hahaha|lol|hmm|hm|um|uh|oh|wow|well|alright|all right|fine|done|one moment|just a moment|let me think|let me see|not sure".split(
    "|",
  ),
  ..."i don't know|never mind|nevermind|what do you think|it was nice talking to you|talk to you later|have fun|good luck|congratulations".split(
    "|",
  ),
  ..."welcome back|happy new year|merry christmas|happy birthday|that's great|that's nice|that is great|very good|so much|again|for now|for your help|for the help|for that|today".split(
    "|",
  ),
  ..."你好|您好|大家好|哈喽|嗨|早上好|上午好|中午好|下午好|晚上好|晚安|早安|再见|拜拜|回头见|明天见|辛苦了|谢谢你|谢谢您|谢谢|多谢|感谢".split(
    "|",
  ),
  ..."不客气|没关系|没事|对不起|抱歉|不好意思|好的好的|好的呢|好的|好吧|好呀|好啊|好|嗯嗯|嗯|哦哦|哦|啊|是的是的|是的|是啊|对的|对对对|对|行".split(
    "|",
  ),
  ..."可以的|可以|没问题|当然|明白了|明白|知道了|了解了|了解|收到了|收到|懂了|继续吧|请继续|继续|太好了|太棒了|很好|真棒|不错|厉害|哈哈哈|哈哈|呵呵".split(
    "|",
  ),
  ..."稍等一下|稍等|等一下|让我想想|让我看看|你觉得呢|怎么样|最近怎么样|今天天气不错|今天天气真好|祝你愉快|周末愉快|新年快乐|加油|你的帮助|你的|帮助|了|的|呢|吧|啦|哟".split(
    "|",
  ),
  ..."こんにちは|こんばんは|おはようございます|おはよう|ありがとうございます|ありがとう|すみません|はい|いいえ|わかりました|了解です|了解|さようなら|お疲れ様です".split(
    "|",
  ),
  ..."안녕하세요|안녕|감사합니다|고마워요|고마워|네|아니요|알겠습니다|알겠어요|좋아요|좋습니다|죄송합니다".split("|"),
  ..."hola|buenos días|gracias|vale|adiós|bonjour|merci|d'accord|au revoir|hallo|danke|guten tag|guten morgen|tschüss|alles klar".split(
    "|",
  ),
];
