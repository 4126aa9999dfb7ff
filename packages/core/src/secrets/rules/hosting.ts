import type { SecretRule } from "../rule.ts";

/** Where software is deployed and reached: platforms, networks, edge. */
export const hostingRules: readonly SecretRule[] = [
  // Heroku Dev Center: new keys are HRKU- and 60 characters or a UUID.
  { id: "heroku-api-key", name: "Heroku API key", keywords: ["hrku-"], pattern: /HRKU-[A-Za-z0-9_-]{30,70}/ },
  // Netlify documentation: nfp_ personal, nfc_ CLI, nfo_ OAuth, nfu_ UI, nfb_ build.
  {
    id: "netlify-token",
    name: "Netlify token",
    keywords: ["nfp_", "nfc_", "nfo_", "nfu_", "nfb_"],
    pattern: /nf[pcoub]_[A-Za-z0-9_]{36,45}/,
  },
  // Vercel documentation: vcp_ personal, vci_ integration, vca_ app, vcr_ refresh, vck_ AI gateway; Blob has its own.
  {
    id: "vercel-token",
    name: "Vercel token",
    keywords: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
    pattern: /vc[piark]_[A-Za-z0-9_-]{24,80}/,
  },
  {
    id: "vercel-blob-token",
    name: "Vercel Blob token",
    keywords: ["vercel_blob_rw_"],
    pattern: /vercel_blob_rw_[A-Za-z0-9]{10,24}_[A-Za-z0-9]{20,40}/,
  },
  // Cloudflare documentation: Origin CA keys are v1.0-, 24 and 146 hexadecimal digits; API tokens cfut_, cfat_ and cfk_.
  {
    id: "cloudflare-origin-ca-key",
    name: "Cloudflare Origin CA key",
    keywords: ["v1.0-"],
    pattern: /v1\.0-[a-f0-9]{24}-[a-f0-9]{140,150}/,
  },
  {
    id: "cloudflare-token",
    name: "Cloudflare token",
    keywords: ["cfut_", "cfat_", "cfk_"],
    pattern: /cf(?:ut|at|k)_[A-Za-z0-9_-]{36,60}/,
  },
  // Fly.io documentation: macaroons begin with fm1r_, fm1a_ or fm2_, older tokens with fo1_.
  {
    id: "flyio-token",
    name: "Fly.io token",
    keywords: ["fm1r_", "fm1a_", "fm2_", "fo1_"],
    pattern: /(?:fm1[ra]_|fm2_|fo1_)[A-Za-z0-9+/=_-]{40,4096}/,
  },
  // Render API documentation: rnd_.
  {
    id: "render-api-key",
    name: "Render API key",
    keywords: ["rnd_"],
    pattern: /rnd_[A-Za-z0-9]{28,40}(?![A-Za-z0-9])/,
  },
  // Deno Deploy documentation: ddp_ personal, ddo_ organization.
  {
    id: "deno-deploy-token",
    name: "Deno Deploy token",
    keywords: ["ddp_", "ddo_"],
    pattern: /dd[po]_[A-Za-z0-9]{32,44}(?![A-Za-z0-9])/,
  },
  // Tailscale documentation, "Key prefixes": tskey-<kind>-<id>-<secret>.
  {
    id: "tailscale-key",
    name: "Tailscale key",
    keywords: ["tskey-"],
    pattern: /tskey-(?:[a-z]{2,12}-)?[A-Za-z0-9]{8,24}-[A-Za-z0-9]{16,64}/,
  },
  // Defined Networking documentation: dnkey-, two parts.
  {
    id: "defined-networking-key",
    name: "Defined Networking key",
    keywords: ["dnkey-"],
    pattern: /dnkey-[A-Za-z0-9=_-]{20,40}-[A-Za-z0-9=_-]{40,64}/,
  },
  // Scalingo documentation: tk-us-.
  { id: "scalingo-token", name: "Scalingo token", keywords: ["tk-us-"], pattern: /tk-us-[A-Za-z0-9_-]{40,60}/ },
  // Zuplo documentation: zpka_. Kong Konnect documentation: kpat_ and spat_. Unkey documentation: unkey_.
  { id: "zuplo-api-key", name: "Zuplo API key", keywords: ["zpka_"], pattern: /zpka_[a-z0-9]{32}_[a-z0-9]{8}/ },
  { id: "kong-token", name: "Kong Konnect token", keywords: ["kpat_", "spat_"], pattern: /[ks]pat_[A-Za-z0-9]{40,64}/ },
  {
    id: "unkey-root-key",
    name: "Unkey root key",
    keywords: ["unkey_"],
    pattern: /unkey_[A-Za-z0-9]{18,40}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Red Hat OpenShift documentation: OAuth access tokens are sha256~ and 43 characters.
  {
    id: "openshift-token",
    name: "OpenShift token",
    keywords: ["sha256~"],
    pattern: /sha256~[A-Za-z0-9_-]{43}(?![A-Za-z0-9])/,
  },
  // Rancher documentation: token-<5>:<54>.
  {
    id: "rancher-token",
    name: "Rancher token",
    keywords: ["token-"],
    pattern: /token-[a-z0-9]{5}:[a-z0-9]{50,60}(?![A-Za-z0-9])/,
  },
  // Kubernetes documentation, "Bootstrap tokens": six and sixteen characters, told only by their name.
  {
    id: "kubernetes-bootstrap-token",
    name: "Kubernetes bootstrap token",
    keywords: ["--token"],
    pattern: /--token[ =](?<secret>[a-z0-9]{6}\.[a-z0-9]{16})(?![A-Za-z0-9])/,
  },
  // Esri ArcGIS documentation: API keys AAPK, AAPT and AAAK.
  {
    id: "arcgis-api-key",
    name: "ArcGIS API key",
    keywords: ["aapk", "aapt"],
    pattern: /AAP[KT][A-Za-z0-9_.-]{60,400}/,
  },
  // Mapbox documentation: secret tokens sk., temporary ones tk.; public ones (pk.) are no secret.
  {
    id: "mapbox-secret-token",
    name: "Mapbox secret token",
    keywords: ["sk.eyj", "tk.eyj"],
    pattern: /[st]k\.eyJ[A-Za-z0-9_-]{20,400}\.[A-Za-z0-9_-]{20,90}/,
  },
  // MaxMind documentation: license keys end in _mmk.
  {
    id: "maxmind-license-key",
    name: "MaxMind license key",
    keywords: ["_mmk"],
    pattern: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/,
    reach: 36,
  },
  // RapidAPI keys carry msh, p1 and jsn at fixed places of 50 characters.
  {
    id: "rapidapi-key",
    name: "RapidAPI key",
    keywords: ["msh"],
    pattern: /[a-f0-9]{8,10}[a-z0-9]{0,2}msh[a-f0-9]{15}p1[a-f0-9]{6}jsn[a-f0-9]{12}(?![A-Za-z0-9])/,
    reach: 12,
  },
];
