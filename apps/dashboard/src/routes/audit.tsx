import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

export const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/audit",
  component: lazyRouteComponent(() => import("../features/audit/audit-page.tsx"), "AuditPage"),
});
