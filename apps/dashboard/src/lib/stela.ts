import { Stela } from "@stela/sdk";

/** The API as this page's own origin passes it on. Who asks, the Worker knows by the session's cookies: the page holds no key. */
export const stela = new Stela({ baseUrl: globalThis.location.origin, apiKey: "session", maxRetries: 1 });
