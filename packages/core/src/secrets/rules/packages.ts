import type { SecretRule } from "../rule.ts";

/** Package registries and artifact stores. */
export const packageRules: readonly SecretRule[] = [
  // npm documentation, "About access tokens": npm_ and 36 characters, the last six a checksum.
  { id: "npm-token", name: "npm token", keywords: ["npm_"], pattern: /npm_[A-Za-z0-9]{36,48}(?![A-Za-z0-9])/ },
  // npm documentation, ".npmrc": `_authToken`, `_auth` and `_password` of a registry.
  {
    id: "npmrc-auth",
    name: "npm registry credential",
    keywords: ["_authtoken", "_auth ", "_auth=", ":_password"],
    pattern: /_(?:authToken|auth|password)\s?=\s?["']?(?<secret>[A-Za-z0-9+/=_.-]{16,1024})/i,
    judgement: "credential",
  },
  // PyPI documentation, "API tokens": pypi- and a macaroon, which names its host.
  { id: "pypi-token", name: "PyPI token", keywords: ["pypi-ag"], pattern: /pypi-Ag[A-Za-z0-9_-]{50,1024}/ },
  // RubyGems guides: rubygems_ and 48 hexadecimal digits.
  { id: "rubygems-api-key", name: "RubyGems API key", keywords: ["rubygems_"], pattern: /rubygems_[a-f0-9]{48}/ },
  // crates.io: cio and 32 characters.
  {
    id: "crates-io-token",
    name: "crates.io token",
    keywords: ["cio"],
    pattern: /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // NuGet documentation: API keys begin with oy2, 46 characters of base32.
  { id: "nuget-api-key", name: "NuGet API key", keywords: ["oy2"], pattern: /oy2[a-z0-9]{43}(?![A-Za-z0-9])/ },
  // Packagist documentation: packagist_ort_, packagist_out_, packagist_uut_.
  {
    id: "packagist-token",
    name: "Packagist token",
    keywords: ["packagist_"],
    pattern: /packagist_[a-z]{2,4}_[A-Za-z0-9]{32,80}/,
  },
  // Clojars wiki, "Deploy tokens": CLOJARS_ and 60 hexadecimal digits.
  { id: "clojars-token", name: "Clojars deploy token", keywords: ["clojars_"], pattern: /CLOJARS_[a-z0-9]{60}/i },
  // Docker documentation: dckr_pat_ personal, dckr_oat_ organization.
  {
    id: "docker-token",
    name: "Docker token",
    keywords: ["dckr_pat_", "dckr_oat_"],
    pattern: /dckr_[po]at_[A-Za-z0-9_-]{24,64}/,
  },
  // Docker documentation, "config.json": auth is base64 of user:password.
  {
    id: "docker-config-auth",
    name: "Docker registry credential",
    keywords: ['"auth"', '\\"auth\\"'],
    pattern: /\\?"auth\\?"\s?:\s?\\?"(?<secret>[A-Za-z0-9+/]{16,1024}={0,2})\\?"/,
    judgement: "basic",
  },
  // JFrog documentation: API keys AKCp, reference tokens are base64 of reftkn:.
  {
    id: "artifactory-api-key",
    name: "Artifactory API key",
    keywords: ["akcp"],
    pattern: /AKCp[A-Za-z0-9]{60,76}(?![A-Za-z0-9])/,
  },
  {
    id: "artifactory-reference-token",
    name: "Artifactory reference token",
    keywords: ["cmvmdgtu"],
    pattern: /cmVmdGtu[A-Za-z0-9]{40,64}(?![A-Za-z0-9])/,
  },
  // Postman documentation: PMAK-<24>-<34>, collection keys PMAT-.
  {
    id: "postman-api-key",
    name: "Postman API key",
    keywords: ["pmak-", "pmat-"],
    pattern: /(?:PMAK-[a-f0-9]{24}-[a-f0-9]{34}|PMAT-[A-Z0-9]{26})/,
  },
  // ReadMe documentation: rdme_.
  { id: "readme-api-key", name: "ReadMe API key", keywords: ["rdme_"], pattern: /rdme_[a-z0-9]{60,80}/ },
  // Apify documentation: apify_api_.
  { id: "apify-token", name: "Apify token", keywords: ["apify_api_"], pattern: /apify_api_[A-Za-z0-9]{30,46}/ },
  // Expo, Anaconda and Cloudsmith tokens have no shape; see assignments.ts.
];
