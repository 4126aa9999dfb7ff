import { isPlaceholder } from "./placeholder.ts";
import { countKinds, entropyOf, isHexadecimal, isUuid, randomnessOf } from "./shape.ts";

/** What a pattern matched, in its place. */
export interface Candidate {
  readonly secret: string;
  readonly text: string;
  /** Where the match begins and the secret ends, in UTF-16 units. */
  readonly at: number;
  readonly end: number;
  /** What follows the keyword in the name: `_BASE` of `SECRET_KEY_BASE`. */
  readonly tail: string;
  /** The user's name in a URL or a pair. */
  readonly user: string;
}

export type JudgementName = "shape" | "token" | "random" | "credential" | "key" | "password" | "url" | "basic" | "pem";

/** True where the candidate is to be reported. Each is linear in the candidate's length. */
export const judgements: Readonly<Record<JudgementName, (candidate: Candidate) => boolean>> = {
  /** The shape leaves no doubt, and letters that look like a placeholder's are a matter of chance. */
  shape: () => true,
  /** The shape says it all: only placeholders are let off. */
  token: ({ secret }) => !isPlaceholder(secret),
  /** The shape is short of proof: the letters must be random as well. */
  random: ({ secret, text, at }) =>
    !isPlaceholder(secret) && randomnessOf(secret) >= 3 && !PUBLIC_HEAD.test(text.slice(Math.max(0, at - 12), at)),
  /** Named a secret, a token or the like. */
  credential: (candidate) => isValueOfSecret(candidate) && isCredential(candidate.secret),
  /** Named a key, which most often is none of ours. */
  key: (candidate) => isValueOfSecret(candidate) && isCredential(candidate.secret) && isClearlyRandom(candidate.secret),
  /** Named a password: people make these up, so less has to be random. */
  password: (candidate) => isValueOfSecret(candidate) && isPassword(candidate.secret),
  url: isUrlPassword,
  basic: isBasicCredential,
  pem: isKeyBody,
};

/** Whether name, place and syntax leave it open that this is a secret, before its letters are looked at. */
function isValueOfSecret({ secret, text, at, end, tail }: Candidate): boolean {
  if (HARMLESS_TAIL.test(tail) || HARMLESS_HEAD.test(text.slice(Math.max(0, at - 24), at))) return false;
  if (isPlaceholder(secret) || isReference(secret) || isDigest(secret)) return false;
  return !(IDENTIFIER.test(secret) && "([{".includes(text.charAt(end) || " "));
}

/** `token_type`, `secretName`, `PASSWORD_HASH`, `keyId`: a name that speaks about a secret and does not hold it. */
const HARMLESS_TAIL =
  /(?:^|[_.-])(?:ids?|names?|types?|ur[li]s?|path|file|filename|dir|hash(?:ed)?|digest|fingerprint|arn|version|exp\w*|ttl|len(?:gth)?|limit|count|size|policy|ref|address|created|updated|at|algo\w*|format|prefix|field|label|hint|kind|scopes?|store|manager|provider|generator|sha\d*|md5|checksum|index|usage|endpoint|host|status|regex|pattern|issuer|audience|encoding|column|table|vault|page|link|header)\b(?!_key)|(?:Ids?|Names?|Type|Ur[li]|Path|File|Hash(?:ed)?|Digest|Fingerprint|Arn|Version|Exp\w*|Ttl|Length|Limit|Count|Size|Policy|Ref|Address|At|Algo\w*|Format|Prefix|Field|Label|Hint|Kind|Scopes?|Store|Manager|Provider|Checksum|Index|Endpoint|Host|Status|Header)$/;

/** `cacheKey`, `next_page_token`, `public key`: a key that opens nothing. */
const HARMLESS_HEAD =
  /(?:cach(?:e|ing)|sort|sorting|public|pub|primary|foreign|idempotency|idempotent|partition|page|next|continuation|sync|cursor|dedup\w*|deduplication|request|range|hash|hashed|object|s3|routing|row|map|i18n|translation|group|index|unique|publishable|encrypted|sealed|site|anon|fact|hot|dist|record|lookup|resume|cancel(?:lation)?|cid|etag|block|trace|span|build)[-_ .]?$/i;

/** `pk_live_…`: the half of a pair of keys that anyone may see. */
const PUBLIC_HEAD = /(?:pk|pub|public|publishable|anon)[-_]$/i;

/** A value that names where the secret is kept: a path, a URL, a variable, an address of a vault, a file, a time, a version. */
function isReference(value: string): boolean {
  return REFERENCE.test(value) || (value.length < 64 && FILE.test(value)) || HOST.test(value);
}

const HOST = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,12}$/;

const REFERENCE =
  /^\(|^(?:[./~]|[a-z]:\\)[\w./~\\-]*$|^[a-z][a-z0-9+.-]{1,20}:\/\/|^(?:arn|urn|op|vault|env|file|data|ref|secret|secrets|keychain):|^\d{4}-\d\d-\d\d|^v?\d+(?:\.\d+)+|^(?:process|import\.meta|os|sys|env|config|secrets?|vars?|data|self|this|settings|params|options|opts|props|state|req|request|res|ctx|context|local|module|event|args)(?:\?|!)?[.[]|^[$%@&]|^#[0-9a-f]{3,8}$|^ssh-|^0x[0-9a-f]{40}$|^[\w.+-]+@[\w-]+\.[a-z]{2,}$|^\+?[\d() -]+$|^std::|=>|::|\(\)|^[A-Za-z_][\w.]*[([]|\?\.|\|\||&&|!!|\(\?|A-Z|0-9\]|\|.*\|/i;

const FILE =
  /\.(?:m?[jt]sx?|c[jt]s|json|ya?ml|toml|md|py|rb|go|rs|java|txt|pem|key|crt|env|html?|css|png|jpe?g|svg|gif|pdf|zip|gz|conf|ini|sh|lock|sql|csv|xml)$/i;

/** A hash, which tells a secret without being one: `sha256-…`, `$2b$12$…`, `SHA256:…`, a content identifier. */
function isDigest(value: string): boolean {
  return /^(?:sha\d{1,3}[-:=_]|md5[-:=]|blake\w{1,4}[-:]|\$\w{1,10}\$|\{S?SHA|\{bcrypt|pbkdf2|Qm[1-9A-HJ-NP-Za-km-z]{44}$|bafy[a-z2-7]{30})/i.test(
    value,
  );
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)*$/;

const ALGORITHM =
  /^(?:argon2\w{0,2}|b?scrypt\w*|pbkdf2\w*|(?:hs|rs|es|ps)\d{3}|sha-?\d[\w-]*|hmac[\w-]*|aes[-_]?\d[\w-]*|rsa[-_]?\w{0,12}|ed25519\w*|x25519\w*|secp256\w*|oauth[\w.-]{0,16}|utf-?8\w*|base\d\d\w*|chacha20\w*|md5\w*|x509\w*|p256|cl100k\w*|o200k\w*|uuidv?\d?)$/i;

/** Letters of a token: long and random enough. A hash of hexadecimal digits counts: many tokens look the same. */
function isCredential(value: string): boolean {
  if (value.length < 12 || ALGORITHM.test(value)) return false;
  if (isUuid(value)) return true;
  const { letters, digits, kinds } = countKinds(value);
  if (letters < 3 || (isHexadecimal(value) && value.length < 20)) return false;
  if (digits === 0 && (kinds < 2 || value.length < 14)) return false;
  return entropyOf(value) >= 2.6 && randomnessOf(value) >= (digits > 0 ? 2.2 : 3);
}

function isClearlyRandom(value: string): boolean {
  const { kinds, digits } = countKinds(value);
  return (
    value.length >= 20 &&
    kinds >= 2 &&
    !isUuid(value) &&
    !isHexadecimal(value) &&
    randomnessOf(value) >= (digits > 0 ? 6 : 9)
  );
}

/** What people and password managers choose: three kinds of characters, or random letters; but not a word for a password. */
function isPassword(value: string): boolean {
  if (value.length < 8 || ALGORITHM.test(value) || PASSWORD_WORD.test(value)) return false;
  const { letters, digits, signs, kinds } = countKinds(value);
  if (letters < 2 || isUuid(value)) return isUuid(value);
  if (/^[\w.-]+$/.test(value) && !/\d/.test(value))
    return value.length >= 10 && randomnessOf(value) >= (kinds >= 2 ? 1.5 : 5);
  if (kinds >= 3 && (digits > 2 || signs > 0)) return entropyOf(value) >= 2.2;
  if (kinds >= 3 && randomnessOf(value) >= -1) return true;
  if (digits > 0 && signs > 0) return true;
  return value.length >= 10 && entropyOf(value) >= 2.4 && randomnessOf(value) >= 2.2;
}

/** Contains the very word, so it is a name or a joke: `app_password`, `P@ssw0rd`, `mysecret1`. */
const PASSWORD_WORD =
  /p[a@]ss[-_]?(?:w[o0]rd|wd|phrase|code)|^(?:secret|token|string|number|boolean|required|optional|undefined|letmein|correct)\d{0,3}$/i;

/** A password between `user:` and `@host`. Anything but a placeholder, the user's own name again or a word everyone uses. */
function isUrlPassword({ secret, user, text, end }: Candidate): boolean {
  if (isPlaceholder(secret) || secret === user || secret.length < 4) return false;
  if (PASSWORD_WORD.test(secret) || COMMON_PASSWORD.test(secret) || /^[$%{<[*&]|^[A-Z_]{4,}$|^\d{1,5}$/.test(secret))
    return false;
  const isLocal = /^@(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?![\w.])/.test(text.slice(end, end + 20));
  return !isLocal || !/^[a-z]+$/.test(secret) || randomnessOf(secret) >= 3;
}

const COMMON_PASSWORD =
  /^(?:pass|pwd|pw|pswd|secret|s3cret|token|admin|root|guest|user|test|testing|postgres|mysql|mongo|redis|rabbitmq|minio|minioadmin|default|changeme|letmein|welcome|qwerty|foo|bar|baz|abc|abc123|key|apikey|x-oauth-basic|x-token-auth|oauth2?|db|dev|local|username|my[-_]?pass|dbpass|userpass|passw0rd|123456(?:78)?)$/i;

/** Base64 of `user:password`; what cannot be decoded is judged by its letters. */
function isBasicCredential(candidate: Candidate): boolean {
  const { secret, text, at } = candidate;
  if (isPlaceholder(secret)) return false;
  const pair = /^([ -9;-~]*):([!-~]*)$/.exec(decodeBase64(secret));
  if (pair) return isUrlPassword({ ...candidate, secret: pair[2] ?? "", user: pair[1] ?? "", end: text.length });
  const isHeader = /authorization["']?\s?[:=]\s?["'`]?$/i.test(text.slice(Math.max(0, at - 24), at));
  return randomnessOf(secret) >= (isHeader ? 2 : 6) && (isHeader || /\d|=$/.test(secret));
}

function decodeBase64(value: string): string {
  try {
    return atob(value);
  } catch {
    return "";
  }
}

/** A PEM block holds a key when one of its lines is long base64; a documentation stub (`MIIE…`, `...`) is not. */
function isKeyBody({ secret }: Candidate): boolean {
  const lines = secret.match(/[A-Za-z0-9+/=]{40,}/g) ?? [];
  return lines.some((line) => entropyOf(line) >= 3.2 && !/x{6}|X{6}|example/i.test(line));
}
