/**
 * A month of conversations with one developer, as an extractor hands them over: what was said, in English and Chinese, with what
 * it does to the truth. It was written before the rules were tried on it.
 *
 * - `new`: a slot of the truth gets its first statement. `change`: the statement takes the place of the one before.
 * - `again`: says in other words what the slot says already. `talk`: nothing to remember. `secret`: must not be remembered.
 */
export type Line =
  | readonly ["new" | "change" | "again", slot: string, category: Category, text: string, key?: string]
  | readonly ["talk" | "secret", text: string];

type Category = "preference" | "project_fact" | "decision" | "user_info" | "todo";

export interface Session {
  readonly day: string;
  readonly said: readonly Line[];
  /** What is asked afterwards, and a slot that the answer has to speak of. */
  readonly asks: readonly (readonly [query: string, slot: string])[];
}

// Put together when the test runs, so that no file holds what looks like a secret.
const token = (prefix: string) => `${prefix}${"R4nD0mT0k3nV4lu3Th4tL00ksR34lEn0ugh1"}`;
const password = ["kV9", "mQ2", "xT7", "zL4"].join("#");

export const SESSIONS: readonly Session[] = [
  {
    day: "2026-03-02",
    said: [
      ["talk", "Hi there! Nice to meet you."],
      ["new", "home", "user_info", "Mina lives in Lisbon", "home_city"],
      ["new", "job", "user_info", "Works as a backend engineer at Ferrovia", "job"],
      ["new", "theme", "preference", "Prefers dark mode in the editor"],
      ["new", "answers", "preference", "Wants short answers without introductions", "answer_length"],
      ["new", "allergy", "user_info", "Allergic to peanuts"],
      ["talk", "Sounds good, thanks!"],
    ],
    asks: [
      ["Which colours should the code screenshot have?", "theme"],
      ["What can I cook for her?", "allergy"],
    ],
  },
  {
    day: "2026-03-03",
    said: [
      ["talk", "早上好！"],
      ["new", "db", "decision", "项目的主数据库选用 PostgreSQL 16", "main_database"],
      ["new", "deploy", "decision", "服务部署在法兰克福机房"],
      ["new", "indent", "preference", "缩进使用两个空格"],
      ["new", "team", "project_fact", "团队一共有五名工程师"],
      ["secret", `数据库密码：${password}`],
      ["again", "theme", "preference", "The user prefers dark mode in editors"],
    ],
    asks: [
      ["我们用的是什么数据库？", "db"],
      ["服务部署在哪里？", "deploy"],
    ],
  },
  {
    day: "2026-03-04",
    said: [
      ["new", "port", "project_fact", "The API listens on port 8080", "api_port"],
      ["new", "branch", "project_fact", "The default branch is main"],
      ["new", "release", "project_fact", "Releases go out every second Thursday"],
      ["new", "tests", "decision", "Unit tests are written with vitest"],
      ["again", "allergy", "user_info", "User is allergic to peanuts"],
      ["talk", "ok"],
      ["secret", `GitHub token is ${token("ghp_")}`],
    ],
    asks: [
      ["Which port does the API listen on?", "port"],
      ["When is the next release?", "release"],
    ],
  },
  {
    day: "2026-03-05",
    said: [
      ["talk", "好的，没问题"],
      ["new", "coffee", "preference", "用户每天早上喝咖啡"],
      ["new", "food", "preference", "用户喜欢吃辣的川菜"],
      ["new", "language", "preference", "希望用中文回复", "reply_language"],
      ["new", "frontend", "decision", "管理后台的前端使用 Vue"],
      ["change", "indent", "preference", "缩进改为四个空格"],
      ["again", "db", "decision", "项目的主数据库选用 PostgreSQL 16", "main_database"],
    ],
    asks: [
      ["早餐喝什么？", "coffee"],
      ["管理后台用什么写前端？", "frontend"],
      ["缩进用几个空格？", "indent"],
    ],
  },
  {
    day: "2026-03-06",
    said: [
      ["new", "cache", "decision", "Sessions are cached in Redis"],
      ["new", "queue", "decision", "Background jobs go through RabbitMQ"],
      ["change", "port", "project_fact", "The API listens on port 9090", "api_port"],
      ["new", "pet", "user_info", "Has a dog named Biscuit"],
      ["talk", "Haha, great!"],
      ["again", "tests", "decision", "Unit tests are written in vitest"],
      ["new", "invoice", "todo", "Pay invoice 1043 before Friday"],
    ],
    asks: [
      ["What is the name of the dog?", "pet"],
      ["Which port?", "port"],
      ["How are background jobs run?", "queue"],
    ],
  },
  {
    day: "2026-03-09",
    said: [
      ["talk", "Good morning! How are you?"],
      ["change", "theme", "preference", "Prefers light mode in the editor"],
      ["new", "invoice2", "todo", "Pay invoice 1044 before Friday"],
      ["new", "meeting", "project_fact", "The planning meeting is on Monday at ten"],
      ["new", "os", "preference", "Uses Fedora on the laptop"],
      ["secret", `export AWS_SECRET_ACCESS_KEY=${["wJalrXUtnFEMI", "K7MDENG", "bPxRfiCYzT4vQ9sLm2"].join("/")}`],
      ["again", "home", "user_info", "Lives in Lisbon"],
    ],
    asks: [
      ["Should the screenshot be dark or light?", "theme"],
      ["Where does Mina live?", "home"],
      ["Is invoice 1044 paid?", "invoice2"],
    ],
  },
  {
    day: "2026-03-10",
    said: [
      ["talk", "你好呀"],
      ["change", "deploy", "decision", "服务改为部署在苏黎世机房"],
      ["new", "monitor", "decision", "监控使用 Grafana 和 Prometheus"],
      ["new", "owner", "project_fact", "支付模块由小林负责"],
      ["new", "birthday", "user_info", "用户的生日是五月二十日"],
      ["again", "coffee", "preference", "用户每天早上都喝咖啡"],
      ["talk", "哈哈哈，太好了"],
    ],
    asks: [
      ["服务部署在哪个机房？", "deploy"],
      ["谁负责支付模块？", "owner"],
      ["用什么做监控？", "monitor"],
    ],
  },
  {
    day: "2026-03-11",
    said: [
      ["change", "coffee", "preference", "用户不再喝咖啡了"],
      ["new", "tea", "preference", "用户下午喜欢喝乌龙茶"],
      ["new", "logs", "decision", "Logs are kept for thirty days"],
      ["new", "style", "preference", "Likes code comments that say why"],
      ["secret", `Stripe key: ${token("sk_live_")}`],
      ["talk", "got it, makes sense"],
    ],
    asks: [
      ["她喝咖啡吗？", "coffee"],
      ["How long do we keep logs?", "logs"],
    ],
  },
  {
    day: "2026-03-12",
    said: [
      ["change", "queue", "decision", "Background jobs were migrated to NATS instead of RabbitMQ"],
      ["new", "mobile", "project_fact", "The mobile app is written in Kotlin"],
      ["new", "sla", "project_fact", "Support answers customers within four hours"],
      ["again", "style", "preference", "Likes code comments which say why"],
      ["talk", "How do I rebase onto main?"],
      ["change", "branch", "project_fact", "The default branch is trunk"],
    ],
    asks: [
      ["What runs the background jobs?", "queue"],
      ["What is the default branch called?", "branch"],
    ],
  },
  {
    day: "2026-03-13",
    said: [
      ["talk", "谢谢你的帮助"],
      ["change", "frontend", "decision", "管理后台的前端从 Vue 换成 React"],
      ["change", "language", "preference", "以后都用英文回复", "reply_language"],
      ["new", "budget", "project_fact", "本季度的云服务预算是两万欧元"],
      ["new", "sport", "user_info", "用户周末去爬山"],
      ["again", "owner", "project_fact", "支付模块是由小林负责的"],
      [
        "secret",
        `私钥如下 -----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA7bq2Vx9kTz3mW8sLp4RfYc6HnJdQ0aUvE1gZoKiXwBtCyMhS".repeat(4)}\n-----END RSA PRIVATE KEY-----`,
      ],
    ],
    asks: [
      ["管理后台的前端用什么？", "frontend"],
      ["In which language should I answer?", "language"],
      ["云服务的预算是多少？", "budget"],
    ],
  },
  {
    day: "2026-03-16",
    said: [
      ["change", "home", "user_info", "Mina moved from Lisbon to Porto", "home_city"],
      ["change", "job", "user_info", "Works as a team lead at Ferrovia", "job"],
      ["new", "gym", "user_info", "Goes swimming on Wednesday evenings"],
      ["new", "editor", "preference", "Writes code in Neovim"],
      ["talk", "Have a nice day!"],
      ["again", "editor", "preference", "Writes her code in Neovim"],
    ],
    asks: [
      ["Where does Mina live now?", "home"],
      ["What does she work as?", "job"],
      ["Which editor does she use to write code?", "editor"],
    ],
  },
  {
    day: "2026-03-17",
    said: [
      ["talk", "嗯嗯，明白了"],
      ["change", "db", "decision", "项目的主数据库升级到 PostgreSQL 18", "main_database"],
      ["new", "backup", "decision", "数据库每天凌晨三点备份"],
      ["new", "cto", "project_fact", "技术总监是周敏"],
      ["change", "team", "project_fact", "团队一共有七名工程师", "team_size"],
      ["again", "monitor", "decision", "监控用的是 Grafana 和 Prometheus"],
    ],
    asks: [
      ["主数据库是什么版本？", "db"],
      ["数据库什么时候备份？", "backup"],
    ],
  },
  {
    day: "2026-03-18",
    said: [
      ["change", "cache", "decision", "Sessions are no longer cached in Redis"],
      ["new", "auth", "decision", "Sign-in goes through Keycloak"],
      ["new", "retry", "project_fact", "Failed webhooks are retried five times"],
      [
        "secret",
        `Slack webhook token ${["xoxb", "2147483647012", "2147483647013", "q7RzK2mVx9TbWc4LpY8nHsJd"].join("-")}`,
      ],
      ["talk", "Perfect."],
      ["new", "holiday", "user_info", "Is on holiday in the first week of April"],
    ],
    asks: [
      ["Are sessions cached in Redis?", "cache"],
      ["How does sign-in work?", "auth"],
    ],
  },
  {
    day: "2026-03-19",
    said: [
      ["change", "retry", "project_fact", "Failed webhooks are retried eight times"],
      ["change", "answers", "preference", "Wants detailed answers with examples", "answer_length"],
      ["new", "diagram", "preference", "Draws diagrams with Mermaid"],
      ["again", "auth", "decision", "The sign-in goes through Keycloak"],
      ["talk", "Thanks a lot, that works for me."],
      ["new", "license", "project_fact", "The SDK is published under the MIT licence"],
    ],
    asks: [
      ["How often are failed webhooks retried?", "retry"],
      ["How long should answers be?", "answers"],
      ["Under which licence is the SDK published?", "license"],
    ],
  },
  {
    day: "2026-03-20",
    said: [
      ["talk", "请问怎么撤销一次提交？"],
      ["change", "food", "preference", "用户不能吃辣的川菜了"],
      ["new", "music", "preference", "用户工作时听古典音乐"],
      ["change", "owner", "project_fact", "支付模块改由小陈负责"],
      ["new", "ci", "decision", "持续集成跑在自建的机器上"],
      ["secret", `连接串 postgres://admin:${password}@db.internal.example.com:5432/app`],
    ],
    asks: [
      ["她能吃辣吗？", "food"],
      ["支付模块现在谁负责？", "owner"],
    ],
  },
  {
    day: "2026-03-23",
    said: [
      ["change", "os", "preference", "Switched from Fedora to Debian on the laptop"],
      ["change", "release", "project_fact", "Releases go out every Thursday instead of every second Thursday"],
      ["new", "review", "decision", "Every pull request needs two reviews"],
      ["again", "diagram", "preference", "Draws her diagrams with Mermaid"],
      ["talk", "lol nice"],
      ["new", "rate", "project_fact", "The public API allows 100 requests per minute"],
    ],
    asks: [
      ["Which system is on the laptop?", "os"],
      ["When do releases go out?", "release"],
      ["What is the rate limit of the public API?", "rate"],
    ],
  },
  {
    day: "2026-03-24",
    said: [
      ["talk", "晚上好，辛苦了"],
      ["change", "tea", "preference", "用户下午不喝乌龙茶了"],
      ["change", "backup", "decision", "数据库备份改到每天凌晨五点"],
      ["new", "vendor", "project_fact", "短信服务商是云片"],
      ["again", "music", "preference", "用户在工作时听古典音乐"],
      ["secret", `API 密钥 ${token("sk-ant-api03-")}${"a7Bq9".repeat(10)}`],
    ],
    asks: [
      ["数据库几点备份？", "backup"],
      ["短信服务商是谁？", "vendor"],
    ],
  },
  {
    day: "2026-03-25",
    said: [
      ["change", "rate", "project_fact", "The public API allows 300 requests per minute"],
      ["change", "review", "decision", "Pull requests no longer need two reviews, one is enough"],
      ["new", "staging", "project_fact", "Staging is reset every Sunday night"],
      ["again", "mobile", "project_fact", "The mobile app was written in Kotlin"],
      ["secret", `password = "${password}"`],
      ["talk", "Sure, go ahead."],
    ],
    asks: [
      ["How many requests per minute does the public API allow?", "rate"],
      ["How many reviews does a pull request need?", "review"],
    ],
  },
  {
    day: "2026-03-27",
    said: [
      ["talk", "收到，谢谢"],
      ["change", "budget", "project_fact", "本季度的云服务预算改为三万欧元"],
      ["change", "vendor", "project_fact", "短信服务商换成了阿里云"],
      ["new", "hire", "project_fact", "下个月会有两名新同事入职"],
      ["again", "backup", "decision", "数据库备份改到了每天凌晨五点"],
      [
        "secret",
        `令牌 ${["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6Ik1pbmEifQ", "dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk4"].join(".")}`,
      ],
    ],
    asks: [
      ["预算是多少？", "budget"],
      ["现在用哪家短信服务商？", "vendor"],
    ],
  },
  {
    day: "2026-03-30",
    said: [
      ["change", "editor", "preference", "Stopped using Neovim, writes code in Zed now"],
      ["change", "gym", "user_info", "Goes swimming on Friday mornings instead of Wednesday evenings"],
      ["change", "theme", "preference", "Prefers dark mode in the editor"],
      ["new", "garden", "user_info", "Grows tomatoes on the balcony"],
      ["again", "review", "decision", "Pull requests no longer need two reviews: one is enough"],
      ["again", "vendor", "project_fact", "短信服务商已经换成了阿里云"],
      ["new", "talk", "todo", "Prepare the talk about event sourcing"],
      ["new", "conference", "user_info", "Speaks at a conference in Ghent in May"],
      ["talk", "See you tomorrow!"],
    ],
    asks: [
      ["Which editor does she write code in?", "editor"],
      ["When does she go swimming?", "gym"],
      ["Dark or light mode?", "theme"],
      ["What is there to prepare?", "talk"],
    ],
  },
];
