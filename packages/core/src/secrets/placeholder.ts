/**
 * Whether a value only stands where a secret would: `xxxx…`, `<your-key>`, `${TOKEN}`, `AKIA…EXAMPLE`, `changeme`,
 * `sk_test_1234567890`. Words are looked for in a way that a random token of 200 characters meets less than once in 10,000.
 */
export function isPlaceholder(value: string): boolean {
  return REPEATED.test(value) || TEMPLATE.test(value) || WORDS.test(value) || SEQUENCES.test(value);
}

/** The same character six times over; `A` and `=` fill real keys, and entropy sees to the rest. */
const REPEATED = /([^=A])\1{5}/;

/** Template and shell syntax: `<…>`, `${…}`, `$(…)`, `{{…}}`, `%s`, `%(name)s`, an ellipsis. */
const TEMPLATE =
  /^<[^<>]*>?$|\$\{|\$\(|\{\{|^\{[\w.-]*\}?$|^%[sdv@]$|%\(\w{1,40}\)|^\$[A-Za-z_]|^%\w{1,40}%$|\.\.\.|…|^\[[\w -]{1,40}\]?$|^__\w{1,40}__$|^@\w{1,40}@$/;

const WORDS =
  /example|xxxx|XXXX|placeholder|change[-_]?(?:me|this|it)|replace[-_]?(?:me|this|with)|your[-_]?(?:own[-_]?)?(?:api|secret|token|password|pass|key|access|auth|client|project|org|real|actual|app|account|user|db|bot|private|personal|[a-z]{2,12}[-_])|insert[-_]|redacted|dummy|sample|fake[-_]|[-_]fake|not[-_]?a?[-_]?real|goes[-_]?here|[-_]here$|todo|^test$|secret[-_]?goes|some[-_]?(?:secret|token|password|key)|my[-_](?:secret|token|password|key|api)|mysecret|mypassword|mytoken|placehold|deadbeef|foobar/i;

const SEQUENCES =
  /0123456789|1234567890|123456789a|abcdefghij|abcdef0123|abcdef1234|0123456\b|qwertyuiop|aabbccdd|a1b2c3d4|1a2b3c4d/i;
