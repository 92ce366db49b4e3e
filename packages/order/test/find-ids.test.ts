import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findIds } from "../src/find-ids.ts";

const find = (ids: string[], wanted: Array<string | null | undefined>) => [
  ...findIds(ids, wanted.length, (index) => wanted[index]),
];

/** Ids of one length that end alike: every one has the same hash. */
const crowd = (count: number) => Array.from({ length: count }, (_, index) => `${1000 + index}-the same end`);

describe("findIds", () => {
  it("finds the position of an id, and -1 for an id that is not in the list", () => {
    expect(find(["a", "b", "c"], ["c", "a", "x", null, undefined, ""])).toEqual([2, 0, -1, -1, -1, -1]);
    expect(find([], ["a"])).toEqual([-1]);
    expect(find(["a"], [])).toEqual([]);
    expect(find([""], ["", null, undefined])).toEqual([0, -1, -1]);
  });

  it("finds the first of two equal ids", () => {
    expect(find(["a", "b", "a"], ["a", "b"])).toEqual([0, 1]);
    expect(find([...crowd(3), ...crowd(3)], crowd(3))).toEqual([0, 1, 2]);
  });

  it.each([2, 60, 70, 500])("finds each of %i ids that collide, and no other", (count) => {
    const ids = crowd(count);
    expect(find(ids, ids)).toEqual(ids.map((_, index) => index));
    expect(find(ids, ["9999-the same end"])).toEqual([-1]);
    expect(find([...ids, ids[0]!], [ids[0]])).toEqual([0]);
  });

  it("finds the same as a Map, for any ids", () => {
    const id = fc.oneof(fc.string(), fc.constantFrom(...crowd(80)), fc.uuid());
    fc.assert(
      fc.property(fc.array(id, { maxLength: 200 }), fc.array(fc.option(id)), (ids, others) => {
        const wanted = [...ids, ...others];
        expect(find(ids, wanted)).toEqual(wanted.map((one) => (one === null ? -1 : ids.indexOf(one))));
      }),
    );
  });

  it("finds nothing for null and undefined", () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `id ${index}`);
    expect(find(ids, [null, undefined])).toEqual([-1, -1]);
    expect(find(ids, ids)).toEqual([...ids.keys()]);
  });

  it("is fast enough for 200,000 ids that all collide", () => {
    const ids = Array.from({ length: 200_000 }, (_, index) => `${1_000_000 + index}-the same end`);
    expect(find(ids, ids.slice(-2))).toEqual([199_998, 199_999]);
    expect(find(ids, ids).at(-1)).toBe(199_999);
  });
});
