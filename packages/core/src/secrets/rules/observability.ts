import type { SecretRule } from "../rule.ts";

/** Monitoring, incidents, analytics and feature flags. */
export const observabilityRules: readonly SecretRule[] = [
  // New Relic documentation, "API keys": NRAK- user, NRII- insert, NRIQ- query, NRRA- REST, NRJS- browser; licenses end in NRAL.
  {
    id: "new-relic-key",
    name: "New Relic key",
    keywords: ["nrak-", "nrii-", "nriq-", "nrra-", "nrjs-", "nraa-", "nrsp-"],
    pattern: /NR(?:AK|II|IQ|RA|JS|AA|SP)-[A-Za-z0-9_-]{18,64}/,
  },
  {
    id: "new-relic-license-key",
    name: "New Relic license key",
    keywords: ["nral"],
    pattern: /[a-f0-9]{36}NRAL(?![A-Za-z0-9])/,
    reach: 36,
  },
  // Grafana documentation: glc_ cloud, glsa_ service accounts; older API keys are base64 of {"k":.
  {
    id: "grafana-cloud-token",
    name: "Grafana Cloud token",
    keywords: ["glc_"],
    pattern: /glc_[A-Za-z0-9+/]{32,400}={0,2}/,
  },
  {
    id: "grafana-service-account-token",
    name: "Grafana service account token",
    keywords: ["glsa_"],
    pattern: /glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}/,
  },
  {
    id: "grafana-api-key",
    name: "Grafana API key",
    keywords: ["eyjrijoi"],
    pattern: /eyJrIjoi[A-Za-z0-9+/]{60,400}={0,2}/,
  },
  // Sentry documentation: sntrys_ organization, sntryu_ user, sntryi_ integration.
  {
    id: "sentry-token",
    name: "Sentry token",
    keywords: ["sntrys_", "sntryu_", "sntryi_"],
    pattern: /sntry[sui]_[A-Za-z0-9+/=_-]{40,400}/,
  },
  // Datadog documentation: keys are 32 and 40 hexadecimal digits told by their name; personal tokens ddpat_, applications ddapp_.
  {
    id: "datadog-token",
    name: "Datadog token",
    keywords: ["ddpat_", "ddapp_", "ddapi_"],
    pattern: /dda?p(?:at|p|i)_[A-Za-z0-9_]{30,100}/,
  },
  {
    id: "datadog-key",
    name: "Datadog key",
    keywords: ["datadog", "dd_api", "dd_app", "dd-api", "dd-app"],
    pattern:
      /(?:datadog[\w.-]{0,24}(?: [a-z]{1,12}){0,2}|dd[_-]a(?:pi|pp)(?:lication)?[_-]key)["'`\]*]{0,3}\s{0,8}(?:=>|:=|[=:：])\s{0,8}["'`]{0,2}(?<secret>[a-f0-9]{32,40})(?![A-Za-z0-9])/i,
    inWord: true,
  },
  // PagerDuty documentation: REST keys of users begin with u+, OAuth tokens with pdus+.
  {
    id: "pagerduty-token",
    name: "PagerDuty token",
    keywords: ["pdus+", "pdeu+", "u+"],
    pattern: /(?:pd(?:us|eu)\+[A-Za-z0-9_+-]{16,80}|u\+[A-Za-z0-9_+-]{18})(?![A-Za-z0-9_])/,
    judgement: "random",
  },
  // Dynatrace documentation: dt0<kind><version>.<24>.<64>.
  {
    id: "dynatrace-token",
    name: "Dynatrace token",
    keywords: [
      "dt0c01.",
      "dt0s01.",
      "dt0s02.",
      "dt0s03.",
      "dt0s04.",
      "dt0s05.",
      "dt0s06.",
      "dt0s08.",
      "dt0a01.",
      "dt0e01.",
    ],
    pattern: /dt0[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{50,64}/,
  },
  // Honeycomb documentation: hc<region><kind>k_. Axiom: xaat- and xapt-. PostHog: phx_ and phs_; phc_ is public.
  {
    id: "honeycomb-key",
    name: "Honeycomb key",
    keywords: ["hcaik_", "hcaak_", "hcalk_", "hcamk_", "hcbik_", "hcbak_", "hcblk_", "hcbmk_"],
    pattern: /hc[a-z][ialm]k_[a-z0-9]{40,70}/,
  },
  {
    id: "axiom-token",
    name: "Axiom token",
    keywords: ["xaat-", "xapt-"],
    pattern: /xa(?:at|pt)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
  },
  { id: "posthog-key", name: "PostHog key", keywords: ["phx_", "phs_", "phr_"], pattern: /ph[xsr]_[A-Za-z0-9]{36,64}/ },
  // Segment documentation: sgp_ and 64 characters. LaunchDarkly documentation: sdk- and api- with a UUID.
  { id: "segment-token", name: "Segment token", keywords: ["sgp_"], pattern: /sgp_[A-Za-z0-9]{64}(?![A-Za-z0-9])/ },
  {
    id: "launchdarkly-key",
    name: "LaunchDarkly key",
    keywords: ["sdk-", "api-"],
    pattern: /(?:sdk|api)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
  },
  // Better Stack, Rollbar, Opsgenie, Splunk and Sumo Logic keys have no shape; see assignments.ts.
  // Inngest documentation: signkey-<environment>-. Trigger.dev documentation: tr_<environment>_.
  {
    id: "inngest-signing-key",
    name: "Inngest signing key",
    keywords: ["signkey-"],
    pattern: /signkey-(?:prod|test|branch|dev)-[a-f0-9]{32,64}/,
  },
  {
    id: "trigger-dev-key",
    name: "Trigger.dev key",
    keywords: ["tr_dev_", "tr_prod_", "tr_stg_", "tr_preview_", "tr_pat_"],
    pattern: /tr_(?:dev|prod|stg|preview|pat)_[A-Za-z0-9]{18,48}/,
    judgement: "random",
  },
  // Beamer: b_ and 44 characters. Adafruit IO documentation: aio_ and 28 characters.
  {
    id: "beamer-api-key",
    name: "Beamer API key",
    keywords: ["b_"],
    pattern: /b_[A-Za-z0-9=_-]{44}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  {
    id: "adafruit-io-key",
    name: "Adafruit IO key",
    keywords: ["aio_"],
    pattern: /aio_[A-Za-z0-9]{26,32}(?![A-Za-z0-9])/,
  },
];
