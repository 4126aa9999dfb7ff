import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

export const secretsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/secrets",
  component: lazyRouteComponent(() => import("../features/secrets/secrets-page.tsx"), "SecretsPage"),
});
