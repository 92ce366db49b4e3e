import fc from "fast-check";
import { expect, it } from "vitest";
import { DisjointSets } from "../src/disjoint-sets.ts";

const small = fc.nat({ max: 12 });

it("property: two values are in one set if, and only if, a chain of united pairs leads from one to the other", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(small, small), { maxLength: 15 }), (pairs) => {
      const sets = new DisjointSets<number>();
      const together = new Map<number, Set<number>>();
      const setOf = (value: number) => together.get(value) ?? new Set([value]);
      for (const [a, b] of pairs) {
        sets.unite(a, b);
        const all = new Set([...setOf(a), ...setOf(b)]);
        for (const one of all) together.set(one, all);
      }
      for (let a = 0; a <= 12; a++)
        for (let b = 0; b <= 12; b++) expect(sets.find(a) === sets.find(b)).toBe(setOf(a).has(b));
    }),
  );
});

it("a chain of a hundred thousand is followed without recursion, and in linear time", () => {
  const sets = new DisjointSets<number>();
  for (let at = 100_000; at > 0; at--) sets.unite(at, at - 1);
  for (let at = 0; at <= 100_000; at++) expect(sets.find(at) === sets.find(0)).toBe(true);
});
