import { DOCUMENTS_TAG, documentId, documents } from "../data-sets/documents.ts";
import { sampleQueries } from "../data-sets/queries.ts";
import { Connection } from "../load/connection.ts";
import { latenciesByTurns } from "../load/latency.ts";
import type { BenchRequest } from "../load/request.ts";
import { median, percentile } from "../report/figures.ts";
import type { Bar } from "./bar.ts";
import { documentPath } from "./calls.ts";

/** Queries of every kind against reading one document of the same container. */
export const search = (): Bar => ({
  name: "search",
  needs: [documents],
  async whyNot({ api }) {
    const connection = await Connection.open(api);
    const request = { ...searchFor({ query: "anything" }), statuses: [404] };
    const { status } = await connection.send(request);
    connection.close();
    return status === 404 ? "The API has no route POST /v1/search yet." : undefined;
  },
  async measure({ api, scale }, round) {
    const queries = sampleQueries(scale.samples * 2, round);
    const connection = await Connection.open(api);
    const { found, read } = await latenciesByTurns(
      connection,
      {
        found: (turn) => searchFor(queries[turn] ?? { query: "team" }),
        read: (turn) => ({
          method: "GET",
          path: documentPath(documentId((turn * 7_919 + round) % scale.documents), DOCUMENTS_TAG),
        }),
      },
      queries.length,
    );
    connection.close();
    const against = { name: "a point read", value: median(read) };
    const title = `search in ${scale.documents} documents`;
    return [
      { title: `${title}: p50`, unit: "ms", value: median(found), against, target: { atMost: 3 } },
      { title: `${title}: p95`, unit: "ms", value: percentile(found, 0.95), against, target: { atMost: 10 } },
    ];
  },
});

function searchFor(query: { readonly query: string; readonly mode?: "substring" }): BenchRequest {
  return { method: "POST", path: "/v1/search", body: { ...query, containerTag: DOCUMENTS_TAG, limit: 10 } };
}
