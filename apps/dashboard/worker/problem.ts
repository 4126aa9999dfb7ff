/** A refusal of the dashboard's own, in the form of the API's (RFC 9457), so that the page reads both alike. */
export function problem(status: number, code: string, detail: string): Response {
  const body = {
    type: `https://stela.dev/problems/${code}`,
    title: detail,
    status,
    code,
    detail,
    requestId: crypto.randomUUID(),
  };
  return Response.json(body, {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}
