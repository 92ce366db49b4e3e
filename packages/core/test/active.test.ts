import { shapeRecords } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { jsonl, read, readShape, show } from "./threads.ts";

/** A fork in a side of a fork: the user returned to the first side last, or to the second. */
const nested = (last: "first" | "second") =>
  last === "first"
    ? "A1 ┬ U1@1 ─ A2@2 ┬ U2@3 ─ A3@4\n   │             └               U3@20 ─ A4@21\n   └                                            U4@10 ─ A5@11"
    : "A1 ┬ U1@1 ─ A2@2 ┬ U2@3 ─ A3@4\n   │             └               U3@5 ─ A4@6\n   └                                            U4@10 ─ A5@11";

/** A drawing, and after it records of bookkeeping. */
const output = (drawing: string, ...bookkeeping: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
  show(read({ "s1.jsonl": jsonl(...shapeRecords(drawing), ...bookkeeping) }));
const leaf = (leafUuid: string) => ({ type: "last-prompt", leafUuid });

describe("the side in which the user continued", () => {
  it("is the one with the latest leaf, at any depth", () => {
    expect(output(nested("first"))).toBe("A1 | U1 A2 | U2 A3 | U3 A4** | U4 A5");
    expect(output(nested("second"))).toBe("A1 | U1 A2 | U2 A3 | U3 A4* | U4 A5*");
  });

  it.each([
    ["above a second fork, where the newest counts", nested("second"), "A2", "A1 | U1 A2 | U2 A3 | U3 A4** | U4 A5"],
    ["in a side of a side", nested("second"), "A3", "A1 | U1 A2 | U2 A3* | U3 A4* | U4 A5"],
    ["beside a side that forks", nested("first"), "A5", "A1 | U1 A2 | U2 A3 | U3 A4* | U4 A5*"],
  ])("is the one that last-prompt names, %s", (_, drawing, named, lines) =>
    expect(output(drawing, leaf(named))).toBe(lines),
  );

  it("is found for each fork separately, also if two forks leave one thread", () => {
    const drawing = [
      "U1 ─ A1 ┬                                       U2 ─ A2",
      "        └                                                U3 ─ A3",
      "          ?A9 ┬ U4 ─ A4",
      "              └           U5 ─ A5",
    ].join("\n");
    expect(show(readShape(drawing))).toBe("U1 A1 A9 | U2 A2 | U3 A3* | U4 A4 | U5 A5*");
  });

  const fork = "A1 ┬ U1 ─ A2\n   └           U2 ─ A3";
  it.each<[string, Array<Record<string, unknown>>, "first" | "second"]>([
    ["the last that is named counts", [leaf("A3"), leaf("A2")], "first"],
    ["an entry that does not exist removes the name", [leaf("A2"), leaf("gone")], "second"],
    ["a record without a leaf removes nothing", [leaf("A2"), { type: "last-prompt" }], "first"],
    ["the leaf of a title names nothing", [leaf("A2"), { type: "summary", summary: "x", leafUuid: "A3" }], "first"],
    ["other bookkeeping takes nothing back", [leaf("A2"), { type: "mode", mode: "plan" }], "first"],
  ])("%s", (_, bookkeeping, side) =>
    expect(output(fork, ...bookkeeping)).toBe(side === "first" ? "A1 | U1 A2* | U2 A3" : "A1 | U1 A2 | U2 A3*"),
  );
});
