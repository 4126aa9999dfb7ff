import type { SecretRule } from "../rule.ts";

/**
 * Values without a shape of their own, told by what they are called: `password = …`, `"api_key": "…"`, `密码：…`,
 * `Authorization: Bearer …`, `--token …`. Which of the values are secrets is for `judgement.ts`.
 */

/** The rest of the name after the keyword, its closing marks, and perhaps its type: `_BASE"`, `']`, `**`, `__`, `: string`. */
const NAME = String.raw`(?<tail>[\w.-]{0,24})["'\x60*)\]\\]{0,4}(?:\??:? ?(?:string|str|String|&str)(?= ?:?=))?`;

/** What stands between name and value: signs of assignment, a tag's end, an argument, an attribute or a YAML pair `name`/`value`. */
const IS = String.raw`(?:\s{0,20}(?:=>|:=|={1,3}|[:：＝>]|->)\s{0,20}|\s{1,20}\|\s{1,20}|\s?\(\s?(?=["'\x60])|["'\x60\\]{0,2},\s{0,4}(?=["'\x60\\])|["']?,?\s{1,24}["']?[Vv]alue["']?\s?[:=]\s?)`;

/** Marks before the value: quotes of all kinds, emphasis, a prefix of a string literal, an auth scheme. */
const OPEN = String.raw`(?:[rbfu](?=["']))?["'\x60*\\「『“‘«\[（(]{0,4} ?(?:(?:Bearer|Token|Basic|ApiKey|key|api) )?`;

/** Prose: `the token for staging is …`, `set the password to …`, `密码改成…`. */
const SAYS = String.raw`(?:["'\x60*]{0,2}(?: (?:for|of|to|on|in|at) (?:[\w.'-]{1,24} ){1,4}?| )(?:is|was|are|to|be|as|=)(?: now| set to| still)?:? ?["'\x60*:]{0,3}|\s{0,2}(?:是|为|為|改成|改为|改為|设为|设成|设置为|設為|は|는|은)[:：]?\s{0,2}["'\x60“「『]{0,2})`;

const TOKEN_VALUE = `(?<secret>[A-Za-z0-9_+/.~=@!#$%^*?|:-]{11,512}[A-Za-z0-9_+/~=!#$%^*-])`;
const PASSWORD_VALUE = String.raw`(?<secret>[!#-&(-+\--:=?-[\]-_a-~]{7,256}[!#-&*+\-/-9=?-Z^_a-z|~])`;

const SECRET_WORDS =
  "secret|token|api[_ -]?key|apikey|access[_ -]?key|private[_ -]?key|secret[_ -]?key|auth[_ -]?key|signing[_ -]?key|encryption[_ -]?key|master[_ -]?key|license[_ -]?key|account[_ -]?key|shared[_ -]?key|app[_ -]?key|service[_ -]?key|credentials?|密钥|秘钥|私钥|令牌|凭证|凭据|密鑰|金鑰|權杖|トークン|シークレット|APIキー|토큰|비밀키";
const SECRET_KEYWORDS = [
  ...[
    "secret",
    "token",
    "credential",
    "密钥",
    "秘钥",
    "私钥",
    "令牌",
    "凭证",
    "凭据",
    "密鑰",
    "金鑰",
    "權杖",
    "トークン",
    "シークレット",
    "apiキー",
    "토큰",
    "비밀키",
  ],
  ...[
    "api",
    "access",
    "private",
    "auth",
    "signing",
    "encryption",
    "master",
    "license",
    "account",
    "shared",
    "app",
    "service",
  ].flatMap((word) => ["key", "_key", "-key", " key"].map((key) => word + key)),
];

const PASSWORD_WORDS =
  "password|passwd|passphrase|passcode|pass(?![a-z])|pwd|pw(?![a-z])|pswd|密码|密碼|口令|パスワード|비밀번호|암호|contraseña|senha|mot de passe|passwort|kennwort|пароль";
const PASSWORD_KEYWORDS = PASSWORD_WORDS.replaceAll("(?![a-z])", "").split("|");

/** Services whose keys are plain hexadecimal digits, UUIDs or letters. */
const SERVICES =
  "heroku|datadog|algolia|mistral|cohere|deepgram|assemblyai|auth0|okta|snowflake|twilio|postmark|opsgenie|pagerduty|rollbar|splunk|sumologic|codecov|travis|circleci|drone|gitea|snyk|fastly|cloudflare|linode|vultr|hetzner|upstash|railway|expo|infura|alchemy|etherscan|binance|coinbase|kraken|spotify|twitch|reddit|zendesk|freshdesk|mixpanel|amplitude|bugsnag|pusher|cloudinary|keycloak|bitwarden|akeyless|confluent|mattermost|gitter|messagebird|vonage|plivo|intercom|serper|serpapi|virustotal|shodan|wandb|zhipu|minimax|mailchimp|mailgun|asana|squareup|jfrog|ngrok";

export const assignmentRules: readonly SecretRule[] = [
  {
    // RFC 6750: `Authorization: Bearer <token>`.
    id: "bearer-token",
    name: "Bearer token",
    keywords: ["bearer"],
    pattern: /bearer["'`]?[\s:=]{1,4}["'`]?(?<secret>[A-Za-z0-9._~+/=|:-]{15,512}[A-Za-z0-9_~+/=-])/i,
    judgement: "credential",
  },
  {
    // RFC 7617: `Authorization: Basic base64(user:password)`.
    id: "basic-credential",
    name: "Basic credential",
    keywords: ["basic"],
    pattern: /basic\s{1,4}["'`]?(?<secret>[A-Za-z0-9+/_-]{8,1024}={0,2})/i,
    judgement: "basic",
  },
  {
    // Schemes of single services: GitHub's `token`, Okta's `SSWS`, Opsgenie's `GenieKey`, Splunk's, Discord's `Bot` and others.
    id: "authorization-header",
    name: "Authorization header",
    keywords: ["authorization", "proxy-authorization", "x-auth", "cookie"],
    pattern:
      /(?:authorization|x-auth[\w-]{0,24}|cookie)["'`]?\s?[:=,]\s?["'`]?(?!basic |bearer )(?:[A-Za-z-]{2,16}[ =])?(?<secret>[A-Za-z0-9._~+/=|:-]{15,512}[A-Za-z0-9_~+/=-])/i,
    inWord: true,
    judgement: "credential",
  },
  {
    id: "password-option",
    name: "Password on a command line",
    keywords: [
      "--pass",
      "--pwd",
      "--password",
      "sshpass -p",
      "mysql -",
      "mysqldump -",
      "mariadb -",
      "-p'",
      '-p"',
      "redis-cli ",
      "docker login ",
    ],
    pattern: new RegExp(
      String.raw`(?:--(?:pass(?:word|wd|phrase)?|pwd)[ =]|sshpass -p ?|(?:mysql|mysqldump|mariadb) [^\n|;]{0,80}?-p|redis-cli [^\n|;]{0,60}?-a |docker login [^\n|;]{0,60}?-p |-p(?=["']))["']?${PASSWORD_VALUE}`,
    ),
    inWord: true,
    judgement: "password",
  },
  {
    id: "token-option",
    name: "Token on a command line",
    keywords: ["--"],
    pattern: new RegExp(`--(?:[a-z0-9]{1,16}-){0,3}(?:token|key|secret|auth|pat|apikey)[ =]["']?${TOKEN_VALUE}`),
    inWord: true,
    judgement: "credential",
  },
  {
    // curl(1), wget(1), rclone: `-u user:password`.
    id: "user-option",
    name: "Password of a -u option",
    keywords: ["-u ", "--user ", "--user=", "-u'", '-u"', "--proxy-user "],
    pattern: new RegExp(String.raw`(?:-u ?|--(?:proxy-)?user[ =])["']?(?<user>[\w.@+-]{1,64}):${PASSWORD_VALUE}`),
    judgement: "password",
  },
  {
    // netrc(5), and SQL's `IDENTIFIED BY '…'` and `PASSWORD '…'`.
    id: "spoken-password",
    name: "Password after a word",
    keywords: [
      "identified by",
      "identified with",
      ...["password", "密码", "密碼", "口令", "パスワード", "비밀번호"].map((word) => `${word} `),
    ],
    pattern: new RegExp(
      String.raw`(?:identified (?:by|with [\w"']{1,40} by)|password|密码|密碼|口令|パスワード|비밀번호) ["'\x60]?${PASSWORD_VALUE}`,
      "i",
    ),
    judgement: "password",
  },
  {
    id: "password",
    name: "Password",
    keywords: PASSWORD_KEYWORDS,
    pattern: new RegExp(`(?:${PASSWORD_WORDS})${NAME}(?:${IS}${OPEN}|${SAYS})${PASSWORD_VALUE}`, "i"),
    inWord: true,
    judgement: "password",
  },
  {
    id: "secret",
    name: "Secret, token or key",
    keywords: SECRET_KEYWORDS,
    pattern: new RegExp(`(?:${SECRET_WORDS})${NAME}(?:${IS}${OPEN}|${SAYS})${TOKEN_VALUE}`, "i"),
    inWord: true,
    judgement: "credential",
  },
  {
    // Notes leave the sign out, `token 8fK…`; then the value has to be clearly random.
    id: "spoken-secret",
    name: "Secret after a word",
    keywords: SECRET_KEYWORDS,
    pattern: new RegExp(`(?:${SECRET_WORDS}) ["'\x60]?${TOKEN_VALUE}`, "i"),
    judgement: "key",
  },
  {
    // `The key for staging is <hexadecimal>`: in prose a key is not the key of a cache.
    id: "spoken-key",
    name: "Key in prose",
    keywords: ["key"],
    pattern: new RegExp(`key${SAYS}(?<secret>[a-f0-9]{32,128})(?![A-Za-z0-9])`, "i"),
    judgement: "credential",
  },
  {
    // Services whose keys have no shape, by their name: `DATADOG=…`, `heroku: …`, `Mistral key …`.
    id: "service-credential",
    name: "Credential of a named service",
    keywords: SERVICES.split("|"),
    pattern: new RegExp(
      String.raw`(?:${SERVICES})(?<tail>[\w.-]{0,24})(?: (?:api|app|auth|account|admin|access|rest|service|personal|client)){0,2}(?: (?:key|token|secret|credential)s?)?["'\x60*\]]{0,3}(?:${IS}${OPEN}|${SAYS})(?<secret>[A-Za-z0-9_+/.~=-]{20,256})`,
      "i",
    ),
    inWord: true,
    judgement: "credential",
  },
  // GoCardless and Chargebee: live_ and 30 to 40 characters. Mollie: live_ and test_.
  {
    id: "live-or-test-key",
    name: "Live or test key",
    keywords: ["live_", "test_"],
    pattern: /(?:live|test)_[A-Za-z0-9_-]{30,64}/,
    judgement: "random",
    minEntropy: 3,
  },
  {
    // Tokens of services not listed: a prefix that says what they are, then random characters.
    id: "prefixed-token",
    name: "Token with a telling prefix",
    keywords: [
      "sk_",
      "pat_",
      "pat-",
      "api_",
      "api-",
      "key_",
      "key-",
      "token_",
      "token-",
      "tok_",
      "secret_",
      "secret-",
      "oauth_",
      "live_",
      "test_",
      "prod_",
      "rk_",
      "sa_",
      "svc_",
    ],
    pattern:
      /(?:sk|pat|api|key|token|tok|secret|oauth|live|test|prod|rk|sa|svc)[_-](?:[a-z0-9]{1,10}[_-]){0,2}(?=[A-Za-z]{0,40}[0-9])(?=[a-z0-9]{0,40}[A-Z])[A-Za-z0-9]{24,128}(?![A-Za-z0-9_-])/,
    reach: 24,
    judgement: "random",
    minEntropy: 3.6,
  },
  {
    id: "key",
    name: "Key",
    keywords: ["key", "auth", "api", "キー", "鍵", "키"],
    pattern: new RegExp(`(?:key|auth(?!or)|api|キー|鍵|키)${NAME}(?:${IS}${OPEN}|${SAYS})${TOKEN_VALUE}`, "i"),
    inWord: true,
    judgement: "key",
  },
];
