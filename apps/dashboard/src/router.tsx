import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { Failed, Loading } from "./components/states.tsx";
import { auditRoute } from "./routes/audit.tsx";
import { containerRoute } from "./routes/container.tsx";
import { joinRoute } from "./routes/join.tsx";
import { memoriesRoute } from "./routes/memories.tsx";
import { overviewRoute } from "./routes/overview.tsx";
import { reviewRoute } from "./routes/review.tsx";
import { rootRoute } from "./routes/root.tsx";
import { secretsRoute } from "./routes/secrets.tsx";
import { accountRoute } from "./routes/settings/account.tsx";
import { containerSettingsRoute } from "./routes/settings/containers.tsx";
import { settingsIndexRoute } from "./routes/settings/index.tsx";
import { keysRoute } from "./routes/settings/keys.tsx";
import { membersRoute } from "./routes/settings/members.tsx";
import { organizationRoute } from "./routes/settings/organization.tsx";
import { settingsRoute } from "./routes/settings.tsx";
import { signInRoute } from "./routes/sign-in.tsx";
import { signedInRoute } from "./routes/signed-in.tsx";

const routeTree = rootRoute.addChildren([
  signInRoute,
  joinRoute,
  signedInRoute.addChildren([
    overviewRoute,
    memoriesRoute,
    containerRoute,
    reviewRoute,
    auditRoute,
    secretsRoute,
    settingsRoute.addChildren([
      settingsIndexRoute,
      keysRoute,
      membersRoute,
      containerSettingsRoute,
      organizationRoute,
      accountRoute,
    ]),
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ({ error, reset }) => (
      <div className="p-6">
        <Failed error={error} onRetry={reset} />
      </div>
    ),
    defaultPendingComponent: () => (
      <div className="p-6">
        <Loading />
      </div>
    ),
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
