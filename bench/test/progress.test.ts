import { expect, test } from "vitest";
import { showProgress } from "../src/progress.ts";

function shown(isTTY: boolean): string {
  const pieces: string[] = [];
  let nowMs = 5_000;
  const output = { isTTY, columns: 12, write: (piece: unknown) => Boolean(pieces.push(String(piece))) };
  const progress = showProgress(output, () => nowMs);
  progress.step("starts the stack");
  nowMs += 61_500;
  progress.step("next");
  progress.end();
  return pieces.join("");
}

test("on a terminal it is one line, written over and never wrapped", () => {
  expect(shown(true)).toBe("\r\x1b[2K0:00  start\r\x1b[2K1:01  next\r\x1b[2K");
});

test("elsewhere it is a line for each step", () => {
  expect(shown(false)).toBe("0:00  starts the stack\n1:01  next\n");
});
