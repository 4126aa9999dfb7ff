import type { SecretRule } from "../rule.ts";

/** Frameworks and tools that programs are built with. */
export const developerToolRules: readonly SecretRule[] = [
  // Django documentation, `SECRET_KEY`: startproject writes django-insecure- and 50 letters, digits and signs.
  {
    id: "django-secret-key",
    name: "Django secret key",
    keywords: ["django-insecure-"],
    pattern: /django-insecure-[A-Za-z0-9!@#$%^&*()_=+-]{32,64}/,
    judgement: "shape",
    minEntropy: 3.5,
  },
  // Ionic documentation: personal access tokens ion_ and 42 characters.
  { id: "ionic-token", name: "Ionic token", keywords: ["ion_"], pattern: /ion_[A-Za-z0-9]{42}(?![A-Za-z0-9])/ },
  // Svix documentation: API keys sk_ and testsk_, with their region at the end.
  {
    id: "svix-api-key",
    name: "Svix API key",
    keywords: ["testsk_", "sk_"],
    pattern: /(?:test)?sk_[A-Za-z0-9_-]{24,64}\.(?:us|eu|ca|au|in)(?![A-Za-z0-9])/,
  },
  // Val Town documentation: API tokens vtwn_.
  {
    id: "val-town-token",
    name: "Val Town token",
    keywords: ["vtwn_"],
    pattern: /vtwn_[A-Za-z0-9]{24,40}(?![A-Za-z0-9])/,
  },
  // Liveblocks documentation: secret keys sk_prod_ and sk_dev_.
  {
    id: "liveblocks-secret-key",
    name: "Liveblocks secret key",
    keywords: ["sk_prod_", "sk_dev_"],
    pattern: /sk_(?:prod|dev)_[A-Za-z0-9_-]{40,100}/,
    minEntropy: 3.5,
  },
  // Convex documentation: deploy keys prod:<deployment>|<base64>.
  {
    id: "convex-deploy-key",
    name: "Convex deploy key",
    keywords: ["prod:", "dev:", "preview:"],
    pattern: /(?:prod|dev|preview):[a-z0-9:-]{3,60}\|[A-Za-z0-9+/_-]{40,300}={0,2}/,
    minEntropy: 3.5,
  },
];
