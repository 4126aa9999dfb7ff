import { FILES_TAG, files } from "../data-sets/files.ts";
import { Connection } from "../load/connection.ts";
import { latenciesByTurns } from "../load/latency.ts";
import type { BenchRequest } from "../load/request.ts";
import { median } from "../report/figures.ts";
import type { Bar } from "./bar.ts";

interface Page {
  readonly documents: readonly { readonly customId: string }[];
  readonly nextCursor: string | null;
}

/** All pages of a container, once; then its first page and its last whole one by turns. */
export const walk = (): Bar => {
  let lastWhole: string | null = null;
  let walked = 0;
  let seconds = 0;
  return {
    name: "walk",
    needs: [files],
    async prepare({ api, scale }) {
      const connection = await Connection.open(api);
      const startedMs = performance.now();
      let after = "";
      for (let cursor: string | null = null; ; ) {
        const { body } = await connection.send(page(scale.pageRows, cursor));
        const { documents, nextCursor } = JSON.parse(body.toString()) as Page;
        for (const { customId } of documents) {
          // The order of code points, which for these names is that of UTF-16 units.
          if (customId <= after) throw new Error(`The walk shows ${customId} after ${after}.`);
          after = customId;
        }
        walked += documents.length;
        if (documents.length === scale.pageRows) lastWhole = cursor;
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      seconds = (performance.now() - startedMs) / 1_000;
      connection.close();
    },
    async measure({ api, scale }) {
      const connection = await Connection.open(api);
      const { first, last } = await latenciesByTurns(
        connection,
        { first: () => page(scale.pageRows, null), last: () => page(scale.pageRows, lastWhole) },
        scale.samples,
      );
      connection.close();
      return [
        {
          title: `the last page of ${scale.files} documents by cursor, ${scale.pageRows} a page`,
          unit: "ms",
          value: median(last),
          against: { name: "the first", value: median(first) },
          target: { atMost: 1.2 },
        },
      ];
    },
    async conclude({ scale }) {
      return [
        { title: "the whole walk", unit: "s", value: seconds },
        { title: "the whole walk: documents seen", unit: "count", value: walked, target: { exactly: scale.files } },
      ];
    },
  };
};

function page(limit: number, cursor: string | null): BenchRequest {
  const after = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  return { method: "GET", path: `/v1/containers/${FILES_TAG}/documents?limit=${limit}${after}` };
}
