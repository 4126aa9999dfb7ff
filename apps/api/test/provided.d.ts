import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly database: { readonly ownerUrl: string; readonly appUrl: string; readonly endpointUrl: string };
    readonly controlUrl: string;
    /** Plays Anthropic's Messages API. */
    readonly claudeUrl: string;
  }
}

declare global {
  namespace Cloudflare {
    interface Env {
      readonly RATE_LIMITER: RateLimit;
      readonly RATE_LIMIT: { readonly requests: number; readonly periodSeconds: number };
      readonly LOW_RATE_LIMITER: RateLimit;
      readonly UNKNOWN_KEY_LIMITER: RateLimit;
      readonly UNKNOWN_KEY_LIMIT: { readonly requests: number; readonly periodSeconds: number };
      readonly LOW_UNKNOWN_KEY_LIMITER: RateLimit;
    }
  }
}
