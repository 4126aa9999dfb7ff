import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ToastProvider } from "./components/toast.tsx";
import { failureOf } from "./lib/failure.ts";
import { sessionQuery } from "./lib/people.ts";
import { createAppRouter } from "./router.tsx";
import "./styles.css";

/** A session that ended shows wherever it is noticed: what is kept of it is asked for again. */
function noticeSignOut(error: unknown): void {
  if (failureOf(error).kind === "signed-out") void queryClient.invalidateQueries(sessionQuery);
}

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  // The SDK retries what may be retried.
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
const router = createAppRouter(queryClient);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
