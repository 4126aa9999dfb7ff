import type { Container } from "@stela/sdk";

export type SecretPolicy = Container["secretPolicy"];

/** What becomes of text that looks like it holds a secret, in the order from the strictest. */
export const SECRET_POLICIES: Readonly<Record<SecretPolicy, { readonly label: string; readonly done: string }>> = {
  block: { label: "Block: the write is refused", done: "blocked" },
  redact: { label: "Redact: stored without the secret", done: "redacted" },
  allow: { label: "Allow: stored as it is, and noted", done: "allowed" },
};
