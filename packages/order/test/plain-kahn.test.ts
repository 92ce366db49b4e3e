import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KahnOptions } from "../src/kahn-options.ts";
import { kahn, type KahnResult } from "../src/kahn.ts";
import { plainKahn } from "../src/plain-kahn.ts";

interface Item {
  readonly ids: string | readonly string[];
  readonly parent: string | null | undefined;
  readonly time: number;
  readonly letter: string;
}

const options: KahnOptions<Item> = {
  ids: ({ ids }) => ids,
  parent: ({ parent }) => parent,
  priority: ({ time }) => time,
};
const byLetter = (a: Item, b: Item) => a.letter.charCodeAt(0) - b.letter.charCodeAt(0);

/** Few ids, so that items share them, name one another and run in cycles; one of them is empty, one names no item. */
const id = fc.oneof(
  fc.nat(30).map((number) => `id ${number}`),
  fc.constant(""),
);
const anyTime = fc.oneof(fc.nat(4), fc.constantFrom(Number.NaN, -0, Infinity, -Infinity, -1.5));
const graphs = fc.array(
  fc.record<Item>({
    ids: fc.oneof(id, fc.array(id, { maxLength: 3 })),
    parent: fc.oneof(id, fc.constantFrom(null, undefined, "outside")),
    time: anyTime,
    letter: fc.constantFrom("a", "b", "c"),
  }),
  { maxLength: 40 },
);

/** Each item has one id, and names an item that was made before it, or none. */
const forests = fc
  .array(fc.record({ to: fc.nat(), time: anyTime, letter: fc.constantFrom("a", "b") }), { maxLength: 40 })
  .map((rows) =>
    rows.map(({ to, time, letter }, at): Item => ({ ids: `${at}`, parent: `${(to % (at + 1)) - 1}`, time, letter })),
  )
  .chain((items) => fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }));

/** A result by the positions of its items in the input: items may have equal fields. */
function positions({ order, cyclic }: KahnResult<Item>, items: readonly Item[]): number[][] {
  return [order, cyclic].map((list) => list.map((item) => items.indexOf(item)));
}

describe("plainKahn, the reference", () => {
  it("orders a small graph", () => {
    const item = (ids: string, time: number, parent?: string): Item => ({ ids, time, parent, letter: "a" });
    const items = [item("A", 651), item("D", 756, "A"), item("B", 745), item("C", 746, "B"), item("X", 1, "X")];
    const { order, cyclic } = plainKahn(items, options);
    expect([order.map(({ ids }) => ids), cyclic.map(({ ids }) => ids)]).toEqual([["A", "B", "C", "D"], ["X"]]);
  });

  it.each([
    ["any graph: cycles, several ids, shared ids, parents outside", graphs],
    ["forests", forests],
  ])("O004 O007 O012 O014: `kahn` gives the same result for %s", (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (items) => {
        expect(positions(kahn(items, options), items)).toEqual(positions(plainKahn(items, options), items));
      }),
      { numRuns: 1000 },
    );
  });

  it("O014: `kahn` gives the same result with a tie function", () => {
    const tied = { ...options, tie: byLetter };
    fc.assert(
      fc.property(fc.oneof(graphs, forests), (items) => {
        expect(positions(kahn(items, tied), items)).toEqual(positions(plainKahn(items, tied), items));
      }),
      { numRuns: 1000 },
    );
  });
});
