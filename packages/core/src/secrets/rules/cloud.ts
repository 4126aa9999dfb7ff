import type { SecretRule } from "../rule.ts";

/** Clouds. Sources are the providers' own documentation of their credentials. */
export const cloudRules: readonly SecretRule[] = [
  // AWS IAM user guide, "Unique identifiers": AKIA is a long-term key, ASIA a temporary one, ABIA and ACCA bearer and context credentials.
  {
    id: "aws-access-key-id",
    name: "AWS access key",
    keywords: ["akia", "asia", "abia", "acca"],
    pattern: /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
  },
  // AWS IAM user guide: secret access keys are 40 characters of base64.
  {
    id: "aws-secret-access-key",
    name: "AWS secret access key",
    keywords: [
      "aws_sec",
      "aws-sec",
      "awssec",
      "aws sec",
      "secret_access_key",
      "secretaccesskey",
      "secret-access-key",
      "secret access key",
      "secret_key",
      "secretkey",
    ],
    pattern:
      /(?:aws[_ -]?sec[a-z_ -]{2,24}|secret[_ -]?(?:access[_ -]?)?key)["'`\]*]{0,3}\s{0,8}(?:=>|:=|[=:：])\s{0,8}["'`]{0,2}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/i,
    inWord: true,
    minEntropy: 3.2,
    allow: [/^[0-9a-f]{40}$/],
  },
  // AWS STS: session tokens are base64 of a structure that begins alike.
  {
    id: "aws-session-token",
    name: "AWS session token",
    keywords: ["iqojb3jpz2lux2v", "fwogzxivyxdz"],
    pattern: /(?:IQoJb3JpZ2luX2V|FwoGZXIvYXdz)[A-Za-z0-9/+=]{60,4096}/,
  },
  // Amazon Bedrock user guide: long-term API keys begin with ABSK, short-term ones with bedrock-api-key-.
  {
    id: "aws-bedrock-api-key",
    name: "Amazon Bedrock API key",
    keywords: ["absk", "bedrock-api-key-"],
    pattern: /(?:ABSK[A-Za-z0-9+/]{100,150}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{40,2048})/,
  },
  // Amazon MWS developer guide: authorization tokens are amzn.mws. and a UUID.
  {
    id: "amazon-mws-token",
    name: "Amazon MWS token",
    keywords: ["amzn.mws."],
    pattern: /amzn\.mws\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
  },
  // Login with Amazon: client secrets begin with amzn1.oa2-cs.v1.
  {
    id: "amazon-oauth-client-secret",
    name: "Login with Amazon client secret",
    keywords: ["amzn1.oa2-cs."],
    pattern: /amzn1\.oa2-cs\.v\d\.[a-f0-9]{40,80}/,
  },
  // AWS AppSync developer guide: API keys are da2- and 26 characters.
  { id: "aws-appsync-key", name: "AWS AppSync key", keywords: ["da2-"], pattern: /da2-[a-z0-9]{26}(?![A-Za-z0-9])/ },
  // Google Cloud documentation, "API keys": AIza and 35 characters; keys of service accounts for Gemini begin with AQ.
  { id: "google-api-key", name: "Google API key", keywords: ["aiza"], pattern: /AIza[A-Za-z0-9_-]{35,45}/ },
  {
    id: "google-gemini-auth-key",
    name: "Google Gemini auth key",
    keywords: ["aq.ab"],
    pattern: /AQ\.Ab[A-Za-z0-9_-]{30,120}/,
  },
  // Google Identity documentation: client secrets GOCSPX-, access tokens ya29., refresh tokens 1//.
  {
    id: "google-oauth-client-secret",
    name: "Google OAuth client secret",
    keywords: ["gocspx-"],
    pattern: /GOCSPX-[A-Za-z0-9_-]{20,64}/,
  },
  {
    id: "google-oauth-access-token",
    name: "Google OAuth access token",
    keywords: ["ya29."],
    pattern: /ya29\.[A-Za-z0-9_.-]{20,2048}/,
  },
  {
    id: "google-oauth-refresh-token",
    name: "Google OAuth refresh token",
    keywords: ["1//0"],
    pattern: /1\/\/0[A-Za-z0-9_-]{40,256}/,
  },
  // Cloud Storage documentation, "HMAC keys": access ids begin with GOOG.
  {
    id: "google-hmac-key",
    name: "Google Cloud HMAC key",
    keywords: ["goog1"],
    pattern: /GOOG1[A-Z0-9]{20,60}(?![A-Za-z0-9])/,
  },
  // Firebase Cloud Messaging, legacy server keys: AAAA, 7 characters, a colon, 140 characters.
  {
    id: "firebase-server-key",
    name: "Firebase Cloud Messaging server key",
    keywords: ["aaaa"],
    pattern: /AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{130,180}/,
  },
  // Azure Storage documentation, "Configure connection strings": AccountKey is 64 bytes in base64.
  {
    id: "azure-storage-key",
    name: "Azure storage account key",
    keywords: ["accountkey"],
    pattern: /AccountKey\s?[=:]\s?(?<secret>[A-Za-z0-9+/]{80,90}={0,2})/i,
  },
  {
    id: "azure-shared-access-key",
    name: "Azure shared access key",
    keywords: ["sharedaccesskey"],
    pattern: /SharedAccessKey\s?=\s?(?<secret>[A-Za-z0-9+/]{40,90}={0,2})/i,
  },
  // Azure Storage documentation, "SAS": the signature is the parameter sig, base64 of 32 bytes, escaped.
  {
    id: "azure-sas-signature",
    name: "Azure shared access signature",
    keywords: ["sig="],
    pattern: /sig=(?<secret>[A-Za-z0-9%+/]{40,80}(?:%3D|=))/i,
    minEntropy: 3.5,
  },
  // Microsoft Entra documentation: client secrets carry a digit and Q~ after three characters.
  {
    id: "azure-client-secret",
    name: "Microsoft Entra client secret",
    keywords: ["q~"],
    pattern: /[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,36}/,
    reach: 4,
  },
  // Azure DevOps documentation: personal access tokens carry AZDO at the 77th of 84 characters.
  {
    id: "azure-devops-token",
    name: "Azure DevOps token",
    keywords: ["azdo"],
    pattern: /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/,
    reach: 76,
  },
  // Microsoft, "identifiable keys": Azure OpenAI and AI services carry JQQJ99 at the 53rd of 84 characters.
  {
    id: "azure-ai-key",
    name: "Azure AI services key",
    keywords: ["jqqj99"],
    pattern: /[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?![A-Za-z0-9])/,
    reach: 52,
  },
  // Microsoft, "identifiable keys": service signatures near the end of a base64 key.
  {
    id: "azure-identifiable-key",
    name: "Azure service key",
    keywords: ["+ast", "+asb", "+aeh", "+acr", "+abb", "acdb", "aiot", "azfu", "azse", "azca", "azem"],
    pattern:
      /[A-Za-z0-9+/_-]{33,76}(?:\+ASt|\+ASb|\+AEh|\+ACR|\+ABb|ACDb|AIoT|AzFu|AzSe|AzCa|AzEM)[A-Za-z0-9+/_-]{5,12}={0,2}(?![A-Za-z0-9])/,
    reach: 76,
    minEntropy: 4,
  },
  // Alibaba Cloud RAM documentation: AccessKey ids begin with LTAI, those of STS with STS.
  {
    id: "alibaba-access-key",
    name: "Alibaba Cloud access key",
    keywords: ["ltai"],
    pattern: /LTAI[A-Za-z0-9]{12,30}(?![A-Za-z0-9])/,
    minEntropy: 2.5,
  },
  {
    id: "alibaba-sts-key",
    name: "Alibaba Cloud STS key",
    keywords: ["sts.n"],
    pattern: /STS\.N[A-Za-z0-9]{20,40}(?![A-Za-z0-9])/,
  },
  // Tencent Cloud CAM documentation: SecretId is AKID and 32 characters.
  {
    id: "tencent-secret-id",
    name: "Tencent Cloud secret id",
    keywords: ["akid"],
    pattern: /AKID[A-Za-z0-9]{28,40}(?![A-Za-z0-9])/,
  },
  // Volcengine IAM documentation: access keys begin with AKLT.
  {
    id: "volcengine-access-key",
    name: "Volcengine access key",
    keywords: ["aklt"],
    pattern: /AKLT[A-Za-z0-9_-]{30,60}/,
  },
  // Baidu AI Cloud documentation: bce-v3/ALTAK-<id>/<signature>.
  {
    id: "baidu-api-key",
    name: "Baidu AI Cloud API key",
    keywords: ["bce-v3/"],
    pattern: /bce-v3\/ALTAK-[A-Za-z0-9]{15,30}\/[a-f0-9]{40}/,
  },
  {
    id: "baidu-access-key",
    name: "Baidu AI Cloud access key",
    keywords: ["altak"],
    pattern: /ALTAK[A-Za-z0-9]{20,32}(?![A-Za-z0-9])/,
  },
  // Yandex Cloud documentation: API keys AQVN, OAuth tokens y0_, IAM tokens t1., static keys YCA.
  { id: "yandex-api-key", name: "Yandex Cloud API key", keywords: ["aqvn"], pattern: /AQVN[A-Za-z0-9_-]{34,50}/ },
  {
    id: "yandex-oauth-token",
    name: "Yandex OAuth token",
    keywords: ["y0_", "y1_", "y2_", "y3_"],
    pattern: /y[0-3]_[A-Za-z0-9_-]{40,80}/,
  },
  {
    id: "yandex-iam-token",
    name: "Yandex Cloud IAM token",
    keywords: ["t1.9"],
    pattern: /t1\.9[A-Za-z0-9_-]{40,400}={0,2}\.[A-Za-z0-9_-]{80,100}={0,2}/,
  },
  {
    id: "yandex-static-key",
    name: "Yandex Cloud static key",
    keywords: ["yca", "ycm", "ycn", "yco", "ycp"],
    pattern: /YC[AMNOP][A-Za-z0-9_-]{37}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // DigitalOcean API reference: dop_ personal, doo_ OAuth, dor_ refresh; Spaces keys begin with DO.
  {
    id: "digitalocean-token",
    name: "DigitalOcean token",
    keywords: ["dop_v1_", "doo_v1_", "dor_v1_"],
    pattern: /do[opr]_v1_[a-f0-9]{60,64}/,
  },
  {
    id: "digitalocean-spaces-key",
    name: "DigitalOcean Spaces key",
    keywords: ["do00", "do80"],
    pattern: /DO(?:00|80)[A-Z0-9]{16}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Scaleway IAM documentation: access keys are SCW and 17 characters.
  {
    id: "scaleway-access-key",
    name: "Scaleway access key",
    keywords: ["scw"],
    pattern: /SCW[A-Z0-9]{17}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Oracle, IBM and others have no shape of their own; see assignments.ts.
];
