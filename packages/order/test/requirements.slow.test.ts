import { describe, expect, it, vi } from "vitest";
import { growth } from "../../../tooling/tests/cost.ts";
import { kahn } from "../src/index.ts";

interface Item {
  readonly id: string;
  readonly parent: string | undefined;
  readonly time: number;
}

/** Items in one of four shapes; their times repeat. */
const shapes: Readonly<Record<string, (index: number) => number | undefined>> = {
  chain: (index) => (index === 0 ? undefined : index - 1),
  star: (index) => (index === 0 ? undefined : 0),
  comb: (index) => (index === 0 ? undefined : Math.max(0, index - 1 - (index % 2))),
  roots: () => undefined,
};
const items = (shape: string, size: number): Item[] =>
  Array.from({ length: size }, (_, index) => {
    const parent = shapes[shape]!(index);
    return { id: `${index}`, parent: parent === undefined ? undefined : `${parent}`, time: (index * 7919) % 1000 };
  });
const order = (all: readonly Item[], tie?: (a: Item, b: Item) => number) =>
  kahn(all, { ids: ({ id }) => id, parent: ({ parent }) => parent, priority: ({ time }) => time, tie });

describe("requirements of time and space", () => {
  it.each(Object.keys(shapes))(
    "O024: a %s of sixteen times as many items takes less than sixty times as long",
    async (shape) => {
      const [few, many] = [items(shape, 8000), items(shape, 128_000)];
      // Ten times: once is over too soon to be measured.
      const ten = (all: readonly Item[]) => () => Array.from({ length: 10 }, () => order(all));
      expect(await growth(ten(few), ten(many), 60)).toBeLessThan(60);
    },
  );

  it("O024: no more comparisons are made than a sort needs, and each item is read once", () => {
    const size = 4096;
    const count = { tie: 0, read: 0 };
    const all = items("star", size).map((item) => ({ ...item, time: 0 }));
    kahn(all, {
      ids: ({ id }) => id,
      parent: ({ parent }) => parent,
      priority: ({ time }) => {
        count.read++;
        return time;
      },
      tie: (a, b) => {
        count.tie++;
        return Number(b.id) - Number(a.id);
      },
    });
    expect(count.read).toBe(size);
    expect(count.tie).toBeLessThan(2 * size * Math.log2(size));
  });

  it("O024: twice as many items take at most twice the space", () => {
    const spaceOf = (size: number) => {
      const all = items("comb", size);
      let space = 0;
      const counted = (list: typeof Int32Array | typeof Float64Array) =>
        new Proxy(list, {
          construct(target, given, caller) {
            if (typeof given[0] === "number") space += given[0];
            return Reflect.construct(target, given, caller) as object;
          },
        });
      vi.stubGlobal("Int32Array", counted(Int32Array));
      vi.stubGlobal("Float64Array", counted(Float64Array));
      order(all);
      vi.unstubAllGlobals();
      return space;
    };
    const [once, twice] = [spaceOf(10_000), spaceOf(20_000)];
    expect(once).toBeGreaterThan(10_000);
    expect(twice / once).toBeLessThan(2.2);
  });
});
