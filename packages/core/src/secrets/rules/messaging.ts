import type { SecretRule } from "../rule.ts";

/** Chat, mail, telephony and social networks. */
export const messagingRules: readonly SecretRule[] = [
  // Slack documentation, "Token types": xoxb- bots, xoxp- users, xoxe refresh, xapp- apps, xwfp- workflows and others.
  {
    id: "slack-token",
    name: "Slack token",
    keywords: [
      "xoxb-",
      "xoxp-",
      "xoxa-",
      "xoxs-",
      "xoxr-",
      "xoxo-",
      "xoxe-",
      "xoxe.",
      "xoxc-",
      "xoxd-",
      "xapp-",
      "xwfp-",
    ],
    pattern: /(?:xox[a-z]|xapp|xwfp)[.-][A-Za-z0-9._%-]{16,400}[A-Za-z0-9%]/,
    minEntropy: 2.8,
  },
  {
    id: "slack-webhook",
    name: "Slack webhook",
    keywords: ["hooks.slack.com/"],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9_+/-]{24,160}/,
    judgement: "random",
  },
  // Discord documentation: a bot's token is its id in base64, a time and a signature; webhooks are id and 68 characters.
  {
    id: "discord-bot-token",
    name: "Discord bot token",
    keywords: ["m", "n", "o"],
    pattern: /[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  {
    id: "discord-webhook",
    name: "Discord webhook",
    keywords: ["/api/webhooks/"],
    pattern: /\/api\/webhooks\/\d{16,20}\/(?<secret>[A-Za-z0-9_-]{60,80})/,
    inWord: true,
  },
  // Telegram Bot API: <bot id>:AA and 33 characters.
  {
    id: "telegram-bot-token",
    name: "Telegram bot token",
    keywords: [":aa"],
    pattern: /\d{8,11}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9])/,
    reach: 11,
  },
  // Twilio documentation: API keys are SK and 32 hexadecimal digits; auth tokens are told by their name.
  { id: "twilio-api-key", name: "Twilio API key", keywords: ["sk"], pattern: /SK[a-f0-9]{32}(?![A-Za-z0-9])/ },
  // SendGrid documentation: SG.<22>.<43>.
  {
    id: "sendgrid-api-key",
    name: "SendGrid API key",
    keywords: ["sg."],
    pattern: /SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/,
  },
  // Mailgun documentation: key- and 32 hexadecimal digits; newer keys have 8 and 8 more.
  { id: "mailgun-key", name: "Mailgun key", keywords: ["key-"], pattern: /key-[a-f0-9]{32}(?![A-Za-z0-9])/ },
  {
    id: "mailgun-api-key",
    name: "Mailgun API key",
    keywords: ["-"],
    pattern: /[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![A-Za-z0-9])(?!-)/,
    reach: 32,
  },
  // Mailchimp documentation: 32 hexadecimal digits and the data center. Mandrill: md-.
  {
    id: "mailchimp-api-key",
    name: "Mailchimp API key",
    keywords: ["-us"],
    pattern: /[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])/,
    reach: 32,
  },
  {
    id: "mandrill-api-key",
    name: "Mandrill API key",
    keywords: ["md-"],
    pattern: /md-[A-Za-z0-9_-]{22}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Brevo documentation: xkeysib-, xsmtpsib-. Resend documentation: re_<8>_<24>. Postmark tokens are UUIDs told by their name.
  {
    id: "brevo-key",
    name: "Brevo key",
    keywords: ["xkeysib-", "xsmtpsib-"],
    pattern: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/,
  },
  {
    id: "resend-api-key",
    name: "Resend API key",
    keywords: ["re_"],
    pattern: /re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,32}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Incoming webhooks whose address is the secret: Microsoft Teams, Google Chat, Feishu and Lark, DingTalk, WeCom, Zapier.
  {
    id: "teams-webhook",
    name: "Microsoft Teams webhook",
    keywords: [".webhook.office.com/"],
    pattern: /\.webhook\.office\.com\/webhookb?2?\/[A-Za-z0-9@/_-]{60,300}/,
    inWord: true,
  },
  {
    id: "google-chat-webhook",
    name: "Google Chat webhook",
    keywords: ["chat.googleapis.com/"],
    pattern:
      /chat\.googleapis\.com\/v1\/spaces\/[A-Za-z0-9_-]{8,20}\/messages\?key=[A-Za-z0-9_-]{30,50}&token=[A-Za-z0-9_%-]{30,60}/,
  },
  {
    id: "feishu-webhook",
    name: "Feishu webhook",
    keywords: ["/open-apis/bot/"],
    pattern: /\/open-apis\/bot\/v2\/hook\/(?<secret>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/,
    inWord: true,
  },
  {
    id: "dingtalk-webhook",
    name: "DingTalk webhook",
    keywords: ["robot/send?access_token="],
    pattern: /robot\/send\?access_token=(?<secret>[a-f0-9]{64})/,
  },
  {
    id: "dingtalk-secret",
    name: "DingTalk signing secret",
    keywords: ["sec"],
    pattern: /SEC[a-f0-9]{64}(?![A-Za-z0-9])/,
  },
  {
    id: "wecom-webhook",
    name: "WeCom webhook",
    keywords: ["webhook/send?key="],
    pattern: /webhook\/send\?key=(?<secret>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/,
  },
  {
    id: "zapier-webhook",
    name: "Zapier webhook",
    keywords: ["hooks.zapier.com/"],
    pattern: /hooks\.zapier\.com\/hooks\/catch\/\d{3,12}\/[a-z0-9]{6,12}/,
  },
  // Meta documentation: access tokens EAA, of Instagram IG; app tokens are <id>|<secret>.
  {
    id: "meta-access-token",
    name: "Meta access token",
    keywords: ["eaa"],
    pattern: /EAA[A-Za-z0-9]{60,400}/,
    minEntropy: 3.5,
  },
  {
    id: "instagram-access-token",
    name: "Instagram access token",
    keywords: ["igqv", "igqw", "igaa"],
    pattern: /IG(?:QV|QW|AA)[A-Za-z0-9_-]{80,300}/,
  },
  // X documentation: application bearer tokens begin with twenty or more A and are URL-encoded.
  {
    id: "x-bearer-token",
    name: "X bearer token",
    keywords: ["aaaaaaaaaaaaaaaaaaaa"],
    pattern: /A{20,24}[A-Za-z0-9%]{60,160}/,
    minEntropy: 3,
  },
  // LinkedIn documentation: client secrets of newer apps begin with WPL_AP.
  {
    id: "linkedin-client-secret",
    name: "LinkedIn client secret",
    keywords: ["wpl_ap"],
    pattern: /WPL_AP\d\.[A-Za-z0-9]{10,24}\.[A-Za-z0-9+/=]{4,12}/,
  },
  // Twitch documentation: chat tokens are oauth: and 30 characters.
  {
    id: "twitch-chat-token",
    name: "Twitch chat token",
    keywords: ["oauth:"],
    pattern: /oauth:[a-z0-9]{30}(?![A-Za-z0-9])/,
  },
  // Pinterest documentation: pina_. TikTok documentation: act. and clt.
  { id: "pinterest-token", name: "Pinterest token", keywords: ["pina_", "pinr_"], pattern: /pin[ar]_[A-Z0-9]{40,120}/ },
  {
    id: "tiktok-token",
    name: "TikTok token",
    keywords: ["act.", "clt."],
    pattern: /(?:act|clt)\.[A-Za-z0-9!.*_-]{40,120}/,
    judgement: "random",
  },
  // Intercom: access tokens are base64 of tok:.
  { id: "intercom-token", name: "Intercom token", keywords: ["dg9rO"], pattern: /dG9rO[A-Za-z0-9+/]{40,80}={0,2}/ },
  // Salesforce documentation: session ids are the organization's id, an exclamation mark and 90 or more characters.
  {
    id: "salesforce-access-token",
    name: "Salesforce access token",
    keywords: ["00d"],
    pattern: /00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{60,180}/,
  },
  // HubSpot documentation: private apps pat-<region>-<uuid>. Klaviyo documentation: private keys are pk_ and 34 hexadecimal digits.
  {
    id: "hubspot-token",
    name: "HubSpot token",
    keywords: ["pat-na", "pat-eu", "pat-ap"],
    pattern: /pat-[a-z]{2}\d{1,2}-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i,
  },
  {
    id: "klaviyo-private-key",
    name: "Klaviyo private key",
    keywords: ["pk_"],
    pattern: /pk_[a-f0-9]{34}(?![A-Za-z0-9])/,
  },
  // Customer.io, Vonage, MessageBird and Line keys have no shape; see assignments.ts.
];
