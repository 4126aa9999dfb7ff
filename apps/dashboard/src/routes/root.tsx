import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Link, Outlet } from "@tanstack/react-router";
import { Page } from "../components/page.tsx";
import { Empty } from "../components/states.tsx";

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <Page title="Not here" isNarrow>
      <Empty
        title="There is no such page"
        action={
          <Link to="/" className="font-medium text-accent underline">
            Go to the overview
          </Link>
        }
      />
    </Page>
  ),
});
