interface Env {
  readonly API: Fetcher;
}

/** Serves the built page, as static assets, and says how the API behind it is. */
export default {
  async fetch(request, env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== "/healthz") return new Response("Not found", { status: 404 });
    return Response.json({ status: "ok", api: await apiStatus(env.API) }, { headers: { "cache-control": "no-store" } });
  },
} satisfies ExportedHandler<Env>;

async function apiStatus(api: Fetcher): Promise<"ok" | "unavailable"> {
  try {
    const response = await api.fetch("https://api/healthz", { signal: AbortSignal.timeout(5_000) });
    return response.ok ? "ok" : "unavailable";
  } catch {
    // A binding whose Worker is not there, or one that does not answer in time: either way it does not serve.
    return "unavailable";
  }
}
