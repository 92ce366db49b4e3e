import { expect, it } from "vitest";
import { faults } from "../gate/faults.mjs";
import { read } from "./files.mjs";

it("every fault of `pnpm gate:selftest` can be planted: the text that it changes is there once", () => {
  const edits = faults.flatMap(({ edit }) => edit ?? []);
  expect(edits.length).toBeGreaterThan(5);
  expect(edits.filter(({ path, from }) => read(path).split(from).length !== 2)).toEqual([]);
});
