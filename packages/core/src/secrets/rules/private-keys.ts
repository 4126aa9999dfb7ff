import type { SecretRule } from "../rule.ts";

/** Private keys. Bodies are taken to at most 32 Ki units; a block without its END line counts as well. */
export const privateKeyRules: readonly SecretRule[] = [
  {
    // RFC 7468 (PKCS #8), PKCS #1, SEC 1, OpenSSH's PROTOCOL.key, RFC 4880 armor. Dashes in the body are header names only.
    id: "private-key",
    name: "Private key",
    keywords: ["-----begin"],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){16,32768}(?:-----END [A-Z0-9 ]{0,50}PRIVATE KEY(?: BLOCK)?-----)?/,
    inWord: true,
    judgement: "pem",
  },
  {
    // RFC 4716's frame with four dashes, as SSH.com's tools write private keys.
    id: "ssh2-private-key",
    name: "SSH2 private key",
    keywords: ["---- begin ssh2"],
    pattern:
      /---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----(?:[^-]|-(?!---)){16,32768}(?:---- END [A-Z0-9 ]{0,50}----)?/,
    inWord: true,
    judgement: "pem",
  },
  {
    // PuTTY documentation, appendix "PPK file format": the private half follows `Private-Lines: n`.
    id: "putty-private-key",
    name: "PuTTY private key",
    keywords: ["private-lines:"],
    pattern:
      /Private-Lines: {0,4}\d{1,4}(?:\s|\\[nr]){1,8}[A-Za-z0-9+/=\s\\]{40,32768}(?:Private-(?:MAC|Hash): [0-9a-f]{32,64})?/,
    judgement: "pem",
  },
  {
    // Base64 of a whole PEM file, as kubeconfig's client-key-data and Kubernetes secrets hold it: `-----BEGIN … PRIVATE KEY`.
    id: "base64-private-key",
    name: "Private key in base64",
    keywords: ["ls0tls1crudjtib"],
    pattern:
      /LS0tLS1CRUdJTi(?:BQUklWQVRFIEtFW|BSU0EgUFJJVkFURSBLRV|BFQyBQUklWQVRFIEtFW|BPUEVOU1NIIFBSSVZBVEUgS0VZ|BEU0EgUFJJVkFURSBLRV|BFTkNSWVBURUQgUFJJVkFURSBLRV|BQR1AgUFJJVkFURSBLRV)[A-Za-z0-9+/=_-]{40,32768}/,
  },
  {
    // age-encryption.org/v1: Bech32 with the prefix AGE-SECRET-KEY-; post-quantum keys add PQ-.
    id: "age-secret-key",
    name: "age secret key",
    keywords: ["age-secret-key-"],
    pattern: /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,}/i,
  },
  {
    // age's plugin identities, same specification.
    id: "age-plugin-identity",
    name: "age plugin identity",
    keywords: ["age-plugin-"],
    pattern: /AGE-PLUGIN-[0-9A-Z]{2,20}-1[0-9A-Z]{30,512}/,
  },
  {
    // RFC 7517/7518: member `d` of a JWK is the private exponent or scalar, base64url.
    id: "jwk-private-key",
    name: "JSON Web Key, private",
    keywords: ['"d":', '"d" :', '\\"d\\":'],
    pattern: /\\?"d\\?"\s?:\s{0,4}\\?"(?<secret>[A-Za-z0-9_-]{42,1400})/,
    minEntropy: 3.5,
  },
  {
    // wg(8): 32 bytes in base64 after PrivateKey or PresharedKey.
    id: "wireguard-key",
    name: "WireGuard key",
    keywords: ["privatekey", "presharedkey"],
    pattern: /(?:PrivateKey|PresharedKey)\s{0,4}=\s{0,4}(?<secret>[A-Za-z0-9+/]{43}=)/,
  },
  {
    // BIP 32: extended private keys begin with xprv and its cousins, Base58Check of 78 bytes.
    id: "bip32-private-key",
    name: "Extended private key of a wallet",
    keywords: ["xprv", "yprv", "zprv", "tprv"],
    pattern: /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}(?![A-Za-z0-9])/,
  },
  {
    // nostr NIP-19: Bech32 nsec1.
    id: "nostr-secret-key",
    name: "Nostr secret key",
    keywords: ["nsec1"],
    pattern: /nsec1[02-9ac-hj-np-z]{58}(?![A-Za-z0-9])/,
  },
  {
    // RFC 7519: header and claims are base64url of JSON objects, so both begin with eyJ.
    id: "jwt",
    name: "JSON Web Token",
    keywords: ["eyj"],
    pattern: /eyJ[A-Za-z0-9_-]{8,512}\.eyJ[A-Za-z0-9_-]{6,16384}\.[A-Za-z0-9_-]{16,1400}/,
    minEntropy: 3,
  },
  {
    // RFC 7516: five parts, the second empty when the key is agreed on directly.
    id: "jwe",
    name: "JSON Web Encryption",
    keywords: ["eyj"],
    pattern:
      /eyJ[A-Za-z0-9_-]{8,512}\.[A-Za-z0-9_-]{0,700}\.[A-Za-z0-9_-]{12,24}\.[A-Za-z0-9_-]{8,16384}\.[A-Za-z0-9_-]{16,64}/,
    minEntropy: 3,
  },
];
