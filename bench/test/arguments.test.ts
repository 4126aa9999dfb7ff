import { expect, test } from "vitest";
import { ArgumentError, parseArguments } from "../src/arguments.ts";

const known = ["view", "list"];

test("without names everything is measured and written down", () => {
  expect(parseArguments([], known)).toEqual({ names: [], isWritten: true });
});

test("some are measured once each, and written down only when that is asked for", () => {
  expect(parseArguments(["list", "view", "list"], known)).toEqual({ names: ["list", "view"], isWritten: false });
  expect(parseArguments(["view", "--write"], known)).toEqual({ names: ["view"], isWritten: true });
});

test("what there is not is refused in one sentence that tells what there is", () => {
  const refused = (given: string[]) => () => parseArguments(given, known);
  expect(refused(["view", "nothing"])).toThrow(
    new ArgumentError("There is nothing named nothing to measure; there are view, list."),
  );
  expect(refused(["--help"])).toThrow(new ArgumentError("There is no option --help; the only one is --write."));
});
