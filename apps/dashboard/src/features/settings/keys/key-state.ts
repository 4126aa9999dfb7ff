import type { ApiKey } from "@stela/sdk";

/** Whether a key works, and if not, why. */
export function keyState({ revokedAt, expiresAt }: ApiKey, nowMs: number): "works" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "works";
}

/** The key that signed-in people act through: the dashboard makes it, and nobody knows its text. */
export function isOfPeople({ createdBy }: ApiKey): boolean {
  return createdBy === "system:dashboard";
}
