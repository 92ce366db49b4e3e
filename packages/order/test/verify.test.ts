import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kahn } from "../src/kahn.ts";
import { verifyOrder } from "../src/verify.ts";

interface Item {
  ids: string | readonly string[];
  parent: string | null | undefined;
}

const item = (ids: Item["ids"], parent?: string | null): Item => ({ ids, parent });
const options = { ids: ({ ids }: Item) => ids, parent: ({ parent }: Item) => parent };
const found = (...order: Item[]) =>
  verifyOrder(order, options).map(({ childIndex, parentIndex }) => `${childIndex} before ${parentIndex}`);

describe("verifyOrder", () => {
  const [a, b, c] = [item("a", null), item("b", "a"), item("c", "b")];

  it("O025: a correct order has no violation", () => {
    expect(found()).toEqual([]);
    expect(found(a, b, c)).toEqual([]);
  });

  it("O025: a violation names the child and the parent, and the positions of both", () => {
    expect(verifyOrder([c, a, b], options)).toEqual([{ child: c, parent: b, childIndex: 0, parentIndex: 2 }]);
  });

  it("O025: every violation is found, in the order of the children", () => {
    expect(found(c, b, a)).toEqual(["0 before 1", "1 before 2"]);
  });

  it("O025: a parent is found by any of its ids; an id that two items claim belongs to the first", () => {
    expect(found(item("child", "m2"), item(["m1", "m2"]))).toEqual(["0 before 1"]);
    expect(found(item("twin"), item("child", "twin"), item("twin"))).toEqual([]);
  });

  it("O025: a parent outside the list is no violation, nor is an item that is its own parent", () => {
    expect(found(item("orphan", "gone"), item("loop", "loop"))).toEqual([]);
  });

  it("O025: each child that is moved before its parent is found", () => {
    const chain = Array.from({ length: 12 }, (_, index) => item(`${index}`, index === 0 ? null : `${index - 1}`));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), fc.nat(10), (from, to) => {
        fc.pre(to < from);
        const broken = [...chain];
        broken.splice(to, 0, ...broken.splice(from, 1));
        expect(verifyOrder(broken, options)).toEqual([
          { child: chain[from], parent: chain[from - 1], childIndex: to, parentIndex: from },
        ]);
      }),
    );
  });

  it("O025: the order of `kahn` passes, its cyclic items do not", () => {
    const items = [c, b, a, item("x", "y"), item("y", "x")];
    const { order, cyclic } = kahn(items, { ...options, priority: () => 0 });
    expect(found(...order)).toEqual([]);
    expect(found(...order, ...cyclic)).toEqual(["3 before 4"]);
  });
});
