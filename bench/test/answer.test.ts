import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer, roundTripsOf } from "../src/load/answer.ts";
import { wireText } from "../src/load/request.ts";

const head = 'HTTP/1.1 200 OK\r\nServer-Timing: total;dur=1.0, roundtrips;desc="1"';
const plain = (body: string) => `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const chunked = (...pieces: string[]) =>
  `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${[...pieces, ""]
    .map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`)
    .join("")}`;

describe("an answer", () => {
  test("is read once it is whole, wherever it was cut, and leaves what comes behind it", () => {
    const bodies = fc.string({ unit: "grapheme", maxLength: 50 });
    const answers = fc.oneof(
      bodies.map((body) => ({ body, wire: plain(body) })),
      fc
        .array(
          bodies.filter((body) => body !== ""),
          { maxLength: 3 },
        )
        .map((pieces) => ({
          body: pieces.join(""),
          wire: chunked(...pieces),
        })),
    );
    fc.assert(
      fc.property(answers, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ body, wire }, share) => {
        const bytes = Buffer.from(wire);
        expect(readAnswer(bytes.subarray(0, Math.floor(share * bytes.length)))).toBeUndefined();
        const read = readAnswer(Buffer.concat([bytes, Buffer.from("HTTP/1.1 4")]));
        expect(read?.answer.body.toString()).toBe(body);
        expect(read?.answer.status).toBe(200);
        expect(read?.rest.toString()).toBe("HTTP/1.1 4");
      }),
    );
  });

  test("without a body may have no length", () => {
    expect(readAnswer(Buffer.from("HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"))?.answer.status).toBe(304);
  });

  test("tells its round trips to the database", () => {
    const answer = { status: 200, head, body: Buffer.alloc(0) };
    expect(roundTripsOf(answer)).toBe(1);
    expect(roundTripsOf({ ...answer, head: "HTTP/1.1 200 OK" })).toBeNaN();
  });
});

test("a request tells the length of its body in bytes", () => {
  const server = { url: "http://127.0.0.1:1234", headers: { authorization: "Bearer key" } };
  expect(wireText(server, { method: "POST", path: "/v1/x", headers: { a: "b" }, body: { text: "选" } })).toBe(
    'POST /v1/x HTTP/1.1\r\nhost: 127.0.0.1:1234\r\nauthorization: Bearer key\r\na: b\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"text":"选"}',
  );
  expect(wireText(server, { method: "GET", path: "/" })).not.toContain("content-");
});
