/** Of two statements that are otherwise alike, one with the first word and one with the second cannot both be so. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ["dark", "light"],
  ["tabs", "spaces"],
  ["like", "dislike"],
  ["like", "hate"],
  ["love", "hate"],
  ["enable", "disable"],
  ["on", "off"],
  ["always", "never"],
  ["allow", "forbid"],
  ["allowed", "forbidden"],
  ["public", "private"],
  ["open", "closed"],
  ["short", "long"],
  ["brief", "detailed"],
  ["concise", "detailed"],
  ["short", "detailed"],
  ["formal", "informal"],
  ["formal", "casual"],
  ["morning", "evening"],
  ["morning", "afternoon"],
  ["early", "late"],
  ["left", "right"],
  ["single", "married"],
  ["weekly", "daily"],
  ["weekly", "monthly"],
  ["sync", "async"],
  ["synchronous", "asynchronous"],
  ["remote", "onsite"],
  ["metric", "imperial"],
  ["bullet points", "prose"],
  ["smoker", "non-smoker"],
  ["深色", "浅色"],
  ["暗色", "亮色"],
  ["喜欢", "讨厌"],
  ["喜欢", "不喜欢"],
  ["开启", "关闭"],
  ["启用", "禁用"],
  ["允许", "禁止"],
  ["公开", "私有"],
  ["简短", "详细"],
  ["简洁", "详细"],
  ["正式", "随意"],
  ["早上", "晚上"],
  ["上午", "下午"],
  ["单身", "已婚"],
  ["同步", "异步"],
  ["每天", "每周"],
  ["每周", "每月"],
  ["缩进用空格", "缩进用制表符"],
  ["ダーク", "ライト"],
  ["다크", "라이트"],
];

/** A statement with one of these has one value at a time: where it lives, which is the default. */
export const SINGLE_VALUED: readonly string[] = [
  ..."lives in|live in|living in|resides in|based in|works at|works for|works as|employed by|born in|born on|married to".split(
    "|",
  ),
  ..."reports to|hosted on|deployed on|deployed to|deploys to|runs on port|listens on|is called|is named|goes by".split(
    "|",
  ),
  ..."default|main|primary|favourite|favorite|preferred|current|official|only|time zone|timezone|birthday|name|age".split(
    "|",
  ),
  ..."deadline|port|native language|mother tongue|job title|role|manager|budget|release date|launch date|version".split(
    "|",
  ),
  ..."住在|居住在|就职于|任职于|工作于|出生于|部署在|部署到|托管在|运行在|监听|默认|首选|最喜欢|主要|主分支|当前|唯一".split(
    "|",
  ),
  ..."时区|生日|姓名|名字|昵称|年龄|截止|端口|母语|职位|职务|经理|预算|发布日期|上线日期|版本|地址|邮箱|电话".split(
    "|",
  ),
  ..."住んで|勤めて|デフォルト|締め切り|名前|誕生日|기본|생일|이름|마감".split("|"),
];

/** A number after one of these names which one is meant: another number is another thing, not another value. */
export const NUMBERED: ReadonlySet<string> = new Set(
  "issue|ticket|bug|pr|pull|request|task|invoice|order|chapter|step|phase|room|line|item|case|rfc|adr|commit|build|sprint|day|week|level|section|page|question|option|server|node|host|项|号|步".split(
    "|",
  ),
);
