import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.tsx";

/** Which of a document's sides is shown. */
const TABS = ["text", "history", "details"] as const;

export interface ContainerSearch {
  /** The customId of the document that is open. */
  readonly doc?: string;
  readonly tab?: (typeof TABS)[number];
  /** The versions that a diff compares. */
  readonly from?: number;
  readonly to?: number;
  /** What is looked for. */
  readonly q?: string;
  readonly view?: "files" | "facts";
}

export const containerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/memories/$containerTag",
  validateSearch: ({ doc, tab, from, to, q, view }: Record<string, unknown>): ContainerSearch => ({
    ...(typeof doc === "string" && doc !== "" && { doc }),
    ...(TABS.includes(tab as "text") && tab !== "text" && { tab: tab as "text" }),
    ...(isVersion(from) && { from }),
    ...(isVersion(to) && { to }),
    ...(typeof q === "string" && q !== "" && { q }),
    ...(view === "facts" && { view }),
  }),
  component: lazyRouteComponent(() => import("../features/memories/container-page.tsx"), "ContainerPage"),
});

function isVersion(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
