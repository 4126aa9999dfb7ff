import type { SecretRule } from "../rule.ts";

/**
 * Names of internal hosts. No secrets, but some organizations want them kept out of memories: opt-in, add these to the
 * list handed to `scanForSecrets`. RFC 6762 (.local), RFC 8375 (home.arpa), ICANN's reservation of .internal, RFC 1918.
 */
export const internalHostRules: readonly SecretRule[] = [
  {
    id: "internal-host",
    name: "Internal host name",
    keywords: [".internal", ".corp", ".intranet", ".lan", ".local", ".home.arpa", ".intra", ".private"],
    pattern:
      /(?:[A-Za-z0-9_][A-Za-z0-9_-]{0,62}\.){1,6}(?:internal|corp|intranet|lan|local|home\.arpa|intra|private)(?![A-Za-z0-9_(-]|\.[A-Za-z])/,
    reach: 120,
    minEntropy: 0,
  },
  {
    id: "private-address",
    name: "Private network address",
    keywords: ["10.", "192.168.", "172."],
    pattern: /(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?!\.?\d)/,
    minEntropy: 0,
  },
];
