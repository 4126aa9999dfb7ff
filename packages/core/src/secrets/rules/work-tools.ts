import type { SecretRule } from "../rule.ts";

/** Documents, design, issues, content and files. */
export const workToolRules: readonly SecretRule[] = [
  // Linear documentation: lin_api_, lin_oauth_, webhooks lin_wh_.
  {
    id: "linear-token",
    name: "Linear token",
    keywords: ["lin_api_", "lin_oauth_", "lin_wh_"],
    pattern: /lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,64}/,
  },
  // Notion documentation: ntn_, formerly secret_, 43 characters and more.
  {
    id: "notion-token",
    name: "Notion token",
    keywords: ["ntn_", "secret_"],
    pattern: /(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{40,50})(?![A-Za-z0-9])/,
  },
  // Airtable documentation: personal tokens pat<14>.<64 hexadecimal>, formerly key and 14 characters.
  { id: "airtable-token", name: "Airtable token", keywords: ["pat"], pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/ },
  {
    id: "airtable-api-key",
    name: "Airtable API key",
    keywords: ["airtable"],
    pattern:
      /airtable[\w.-]{0,24}(?: [a-z]{1,12}){0,2}["'`\]*]{0,3}\s{0,8}(?:=>|:=|[=:：])\s{0,8}["'`]{0,2}(?<secret>key[A-Za-z0-9]{14})(?![A-Za-z0-9])/i,
    inWord: true,
  },
  // Asana documentation: personal tokens <digit>/<16 digits>:<32 hexadecimal>, newer ones with two ids.
  {
    id: "asana-token",
    name: "Asana token",
    keywords: ["0/", "1/", "2/"],
    pattern: /[0-2]\/\d{13,18}(?:\/\d{13,18})?:[a-f0-9]{32}/,
  },
  // Atlassian documentation: API tokens ATATT3, OAuth ATOA, Trello ATTA.
  {
    id: "atlassian-api-token",
    name: "Atlassian API token",
    keywords: ["atatt3"],
    pattern: /ATATT3[A-Za-z0-9_=-]{60,300}/,
  },
  {
    id: "trello-token",
    name: "Trello token",
    keywords: ["atta"],
    pattern: /ATTA[a-zA-Z0-9]{60,80}(?![A-Za-z0-9])/,
    minEntropy: 3.2,
  },
  // Figma documentation: figd_ personal, figu_ and figdr_ OAuth.
  {
    id: "figma-token",
    name: "Figma token",
    keywords: ["figd_", "figu_", "figdr_", "figor_", "figoh_"],
    pattern: /fig(?:d|u|dr|or|oh)_[A-Za-z0-9_-]{30,64}/,
  },
  // Dropbox documentation: short-lived tokens sl., 130 characters and more.
  { id: "dropbox-token", name: "Dropbox token", keywords: ["sl."], pattern: /sl\.(?:u\.)?[A-Za-z0-9_=-]{100,2048}/ },
  // Typeform documentation: tfp_. Contentful documentation: CFPAT-. Sanity documentation: sk and about 180 characters.
  { id: "typeform-token", name: "Typeform token", keywords: ["tfp_"], pattern: /tfp_[A-Za-z0-9_.=-]{40,70}/ },
  { id: "contentful-token", name: "Contentful token", keywords: ["cfpat-"], pattern: /CFPAT-[A-Za-z0-9_-]{40,48}/ },
  {
    id: "sanity-token",
    name: "Sanity token",
    keywords: ["sk"],
    pattern: /sk[A-Za-z0-9]{140,200}(?![A-Za-z0-9])/,
    minEntropy: 4,
  },
  // ClickUp documentation: pk_<user>_<32>. Frame.io documentation: fio-u-. Zoho documentation: 1000.<32>.<32>.
  { id: "clickup-token", name: "ClickUp token", keywords: ["pk_"], pattern: /pk_\d{3,10}_[A-Z0-9]{32}/ },
  { id: "frameio-token", name: "Frame.io token", keywords: ["fio-u-"], pattern: /fio-u-[A-Za-z0-9_=-]{60,70}/ },
  { id: "zoho-token", name: "Zoho token", keywords: ["1000."], pattern: /1000\.[a-f0-9]{32}\.[a-f0-9]{32}/ },
  // Evernote documentation: developer tokens S=s<shard>:U=….
  {
    id: "evernote-token",
    name: "Evernote token",
    keywords: ["s=s"],
    pattern:
      /S=s\d{1,4}:U=[a-f0-9]{1,10}:E=[a-f0-9]{8,14}:C=[a-f0-9]{8,14}:P=[a-f0-9]{1,6}:A=[A-Za-z0-9_.-]{1,40}:V=\d:H=[a-f0-9]{32}/,
  },
  // Cal.com documentation: cal_live_. Retool documentation: retool_. Samsara documentation: samsara_api_. Webflow: no shape.
  {
    id: "calcom-api-key",
    name: "Cal.com API key",
    keywords: ["cal_"],
    pattern: /cal_(?:live_|test_)?[a-f0-9]{32}(?![A-Za-z0-9])/,
  },
  {
    id: "retool-token",
    name: "Retool token",
    keywords: ["retool_"],
    pattern: /retool_[a-z0-9]{20,40}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  { id: "samsara-token", name: "Samsara token", keywords: ["samsara_api_"], pattern: /samsara_api_[A-Za-z0-9]{24,40}/ },
  // Intra 42 documentation: s-s4t2ud- and s-s4t2af-.
  {
    id: "intra42-secret",
    name: "Intra 42 client secret",
    keywords: ["s-s4t2"],
    pattern: /s-s4t2(?:ud|af)-[a-f0-9]{64}/,
  },
];
