import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

export interface SecretsSearch {
  /** What is shown, of all that was found. */
  readonly container?: string;
  readonly rule?: string;
  readonly policy?: "block" | "redact" | "allow";
  readonly status?: "open" | "false_positive";
  /** The finding that is being marked. */
  readonly mark?: string;
  /** The container whose policy and rules are being changed. */
  readonly rules?: string;
}

export const secretsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/secrets",
  validateSearch: ({ container, rule, policy, status, mark, rules }: Record<string, unknown>): SecretsSearch => ({
    ...(isText(container) && { container }),
    ...(isText(rule) && { rule }),
    ...((policy === "block" || policy === "redact" || policy === "allow") && { policy }),
    ...((status === "open" || status === "false_positive") && { status }),
    ...(isText(mark) && { mark }),
    ...(isText(rules) && { rules }),
  }),
  component: lazyRouteComponent(() => import("../features/secrets/secrets-page.tsx"), "SecretsPage"),
});

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
