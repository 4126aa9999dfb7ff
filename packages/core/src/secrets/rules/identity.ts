import type { SecretRule } from "../rule.ts";

/** Secret stores, identity providers, infrastructure as code and our own keys. */
export const identityRules: readonly SecretRule[] = [
  // Stela, docs/design/security.md, "Keys": stl_<shard>_<40 base62>_<6 checksum>.
  {
    id: "stela-key",
    name: "Stela key",
    keywords: ["stl_"],
    pattern: /stl_[a-z0-9]{1,16}_[A-Za-z0-9]{40}_[A-Za-z0-9]{6}(?![A-Za-z0-9])/,
  },
  // Stela: stt_<claims>.<HMAC-SHA-256>, both in base64url.
  {
    id: "stela-token",
    name: "Stela token",
    keywords: ["stt_"],
    pattern: /stt_[A-Za-z0-9_-]{80,8000}\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/,
  },
  // HashiCorp Vault documentation: hvs. service, hvb. batch, hvr. recovery; before 1.10 s., b. and r.
  {
    id: "vault-token",
    name: "HashiCorp Vault token",
    keywords: ["hvs.", "hvb.", "hvr."],
    pattern: /hv[sbr]\.[A-Za-z0-9_-]{24,400}/,
  },
  {
    id: "vault-legacy-token",
    name: "HashiCorp Vault token",
    keywords: ["s.", "b.", "r."],
    pattern: /(?:[sr]\.[A-Za-z0-9]{24}(?![A-Za-z0-9_.(])|b\.AAAAAQ[A-Za-z0-9_-]{60,400})/,
    judgement: "random",
    minEntropy: 3.4,
  },
  // HCP Terraform documentation: <14>.atlasv1.<60 or more>.
  {
    id: "terraform-cloud-token",
    name: "HCP Terraform token",
    keywords: [".atlasv1."],
    pattern: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{56,90}/,
    reach: 14,
  },
  // Pulumi documentation: pul- and 40 hexadecimal digits. Infracost documentation: ico-.
  { id: "pulumi-token", name: "Pulumi token", keywords: ["pul-"], pattern: /pul-[a-f0-9]{40}(?![A-Za-z0-9])/ },
  {
    id: "infracost-api-key",
    name: "Infracost API key",
    keywords: ["ico-"],
    pattern: /ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  },
  // Doppler documentation, "Token formats": dp.<kind>., 40 to 44 characters, with the configuration for service tokens.
  {
    id: "doppler-token",
    name: "Doppler token",
    keywords: ["dp.pt.", "dp.st.", "dp.sa.", "dp.ct.", "dp.scim.", "dp.audit.", "dp.said."],
    pattern: /dp\.(?:pt|st|sa|ct|scim|audit|said)\.(?:[a-z0-9_-]{2,40}\.)?[A-Za-z0-9]{40,44}(?![A-Za-z0-9])/,
  },
  // Infisical documentation: service tokens st.<id>.<secret>.<key>.
  {
    id: "infisical-token",
    name: "Infisical token",
    keywords: ["st."],
    pattern: /st\.[a-f0-9-]{24,36}\.[a-f0-9]{32,64}(?:\.[a-f0-9]{16,64})?/,
  },
  // 1Password documentation: service accounts ops_ and a JSON object in base64; secret keys A3- in groups.
  {
    id: "1password-service-account-token",
    name: "1Password service account token",
    keywords: ["ops_eyj"],
    pattern: /ops_eyJ[A-Za-z0-9+/=_-]{100,2048}/,
  },
  {
    id: "1password-secret-key",
    name: "1Password secret key",
    keywords: ["a3-"],
    pattern: /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![A-Za-z0-9])/,
  },
  // Okta documentation: API tokens are 00 and 40 characters.
  {
    id: "okta-api-token",
    name: "Okta API token",
    keywords: ["00"],
    pattern: /00[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])/,
    judgement: "random",
    minEntropy: 3.8,
  },
  // Stytch documentation: secret-<environment>-. WorkOS and Clerk: sk_live_, in payments.ts.
  {
    id: "stytch-secret",
    name: "Stytch secret",
    keywords: ["secret-live-", "secret-test-"],
    pattern: /secret-(?:live|test)-[A-Za-z0-9_=-]{30,60}/,
  },
  // Authress documentation: <kind>_<id>.<id>.acc_<id>.<secret>.
  {
    id: "authress-key",
    name: "Authress service key",
    keywords: ["sc_", "ext_", "scauth_", "authress_"],
    pattern:
      /(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}/,
  },
  // ngrok documentation: API keys and authtokens are a ksuid and 20 or more characters, told by their name.
  {
    id: "ngrok-token",
    name: "ngrok token",
    keywords: ["ngrok"],
    pattern:
      /ngrok[\w.-]{0,24}(?: [a-z-]{1,16}){0,3}["'`]?[\s=:]{1,4}["'`]?(?<secret>[12][A-Za-z0-9]{24,28}_[A-Za-z0-9]{18,24})(?![A-Za-z0-9])/i,
    inWord: true,
  },
  // Auth0, Keycloak, Bitwarden and Akeyless secrets have no shape; see assignments.ts.
];
