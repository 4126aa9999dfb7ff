import type { SecretRule } from "../rule.ts";

/** Payments, commerce and shipping. */
export const paymentRules: readonly SecretRule[] = [
  // Stripe documentation, "API keys": sk_ secret, rk_ restricted, whsec_ webhooks; pk_ is publishable and no secret. Clerk, Paystack and others follow.
  {
    id: "stripe-secret-key",
    name: "Stripe secret key",
    keywords: ["sk_live_", "sk_test_", "sk_prod_", "sk_org_", "rk_live_", "rk_test_", "rk_prod_"],
    pattern: /[sr]k_(?:live|test|prod|org)_(?:live_|test_)?[A-Za-z0-9]{16,250}/,
    minEntropy: 2.5,
  },
  {
    id: "stripe-webhook-secret",
    name: "Webhook signing secret",
    keywords: ["whsec_"],
    pattern: /whsec_[A-Za-z0-9+/]{24,100}={0,2}/,
  },
  // Square documentation: sq0atp- access tokens, sq0csp- secrets, newer access tokens EAAA; sq0idp- is an id.
  {
    id: "square-token",
    name: "Square token",
    keywords: ["sq0atp-", "sq0csp-"],
    pattern: /sq0(?:atp|csp)-[A-Za-z0-9_-]{22,50}/,
  },
  {
    id: "square-access-token",
    name: "Square access token",
    keywords: ["eaaa", "eaal"],
    pattern: /EAAA[lE]?[A-Za-z0-9_-]{56,62}(?![A-Za-z0-9])/,
    minEntropy: 3.5,
  },
  // Braintree documentation: access_token$<environment>$<merchant>$<secret>.
  {
    id: "braintree-access-token",
    name: "Braintree access token",
    keywords: ["access_token$"],
    pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{12,20}\$[a-f0-9]{32}/,
  },
  // PayPal documentation: client ids and secrets are 80 characters beginning with A or E, told by their names.
  {
    id: "paypal-client-secret",
    name: "PayPal client secret",
    keywords: ["paypal"],
    pattern:
      /paypal[\w.-]{0,24}(?: [a-z]{1,12}){0,2}["'`\]*]{0,3}\s{0,8}(?:=>|:=|[=:：])\s{0,8}["'`]{0,2}(?<secret>[AE][A-Za-z0-9_-]{60,90})/i,
    inWord: true,
    judgement: "random",
  },
  // Adyen documentation: API keys begin with AQE and hm.
  {
    id: "adyen-api-key",
    name: "Adyen API key",
    keywords: ["aqe"],
    pattern: /AQE[A-Za-z0-9+/=_-]{80,300}/,
    minEntropy: 4,
  },
  // Plaid documentation: access-<environment>-<uuid>.
  {
    id: "plaid-access-token",
    name: "Plaid access token",
    keywords: ["access-sandbox-", "access-production-", "access-development-"],
    pattern: /access-(?:sandbox|production|development)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
  },
  // Razorpay: rzp_. Flutterwave: FLWSECK. Xendit: xnd_. Midtrans: Mid-server-.
  {
    id: "razorpay-key",
    name: "Razorpay key",
    keywords: ["rzp_live_", "rzp_test_"],
    pattern: /rzp_(?:live|test)_[A-Za-z0-9]{14,24}/,
    judgement: "random",
  },
  {
    id: "flutterwave-secret-key",
    name: "Flutterwave secret key",
    keywords: ["flwseck"],
    pattern: /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?/,
  },
  {
    id: "xendit-secret-key",
    name: "Xendit secret key",
    keywords: ["xnd_"],
    pattern: /xnd_(?:production|development)_[A-Za-z0-9]{30,80}/,
  },
  {
    id: "midtrans-server-key",
    name: "Midtrans server key",
    keywords: ["mid-server-"],
    pattern: /(?:SB-)?Mid-server-[A-Za-z0-9_-]{20,40}/,
  },
  // Mercado Pago documentation: APP_USR-<number>-<date>-<32 hexadecimal>-<number>.
  {
    id: "mercado-pago-token",
    name: "Mercado Pago token",
    keywords: ["app_usr-"],
    pattern: /APP_USR-\d{6,20}-\d{6}-[a-f0-9]{32}-\d{4,12}/,
  },
  // EasyPost documentation: EZAK production, EZTK test, 54 characters.
  { id: "easypost-api-key", name: "EasyPost API key", keywords: ["ezak", "eztk"], pattern: /EZ[AT]K[A-Za-z0-9]{54}/ },
  // Shippo, Duffel, Lob documentation.
  { id: "shippo-token", name: "Shippo token", keywords: ["shippo_"], pattern: /shippo_(?:live|test)_[a-f0-9]{40}/ },
  {
    id: "duffel-token",
    name: "Duffel token",
    keywords: ["duffel_"],
    pattern: /duffel_(?:live|test)_[A-Za-z0-9_=-]{40,64}/,
  },
  // Shopify documentation: shpat_ admin, shpca_ custom app, shppa_ private app, shpss_ shared secret and others.
  {
    id: "shopify-token",
    name: "Shopify token",
    keywords: ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_", "shpua_", "shpit_", "shprt_"],
    pattern: /shp(?:at|ca|pa|ss|tka|ua|it|rt)_[A-Fa-f0-9]{32,40}/,
  },
  // Paddle documentation: pdl_<environment>_apikey_, webhooks pdl_ntfset_. Polar documentation: polar_.
  {
    id: "paddle-api-key",
    name: "Paddle API key",
    keywords: ["pdl_"],
    pattern: /pdl_(?:(?:live|sdbx)_apikey|ntfset)_[a-z0-9]{26}_[A-Za-z0-9+/_-]{20,60}/,
  },
  { id: "polar-token", name: "Polar token", keywords: ["polar_"], pattern: /polar_[a-z]{2,4}_[A-Za-z0-9]{30,64}/ },
  // Coinbase, Kraken and Binance have no shape. CoinGecko documentation: CG- and 24 characters.
  {
    id: "coingecko-api-key",
    name: "CoinGecko API key",
    keywords: ["cg-"],
    pattern: /CG-[A-Za-z0-9]{24}(?![A-Za-z0-9])/,
    judgement: "random",
  },
];
