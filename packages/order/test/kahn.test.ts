import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KahnOptions } from "../src/kahn-options.ts";
import { kahn } from "../src/kahn.ts";
import { verifyOrder } from "../src/verify.ts";

interface Item {
  id: string;
  time: number;
  parent: string | undefined;
}

const byTime: KahnOptions<Item> = { ids: ({ id }) => id, parent: ({ parent }) => parent, priority: ({ time }) => time };

/** An item at a time of day, or at a number, below a parent or not. */
function item(id: string, time: string | number, parent?: string): Item {
  if (typeof time === "number") return { id, time, parent };
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return { id, time: hours * 60 + minutes, parent };
}

const names = (items: readonly Item[]) => items.map(({ id }) => id).join(" ");
const order = (items: readonly Item[]) => names(kahn(items, byTime).order);
const byLetter = (a: Item, b: Item) => a.id.charCodeAt(0) - b.id.charCodeAt(0);
const cyclic = (items: readonly Item[]) => names(kahn(items, byTime).cyclic);
const key = ({ time }: Item) => (Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time);

/** A plain sort by time; items of one time keep the order of the input. */
function timeSort(items: readonly Item[]): Item[] {
  const sorted = [...items];
  sorted.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  return sorted;
}

/** The order that is often used instead: one branch to its end, then the next. */
function depthFirst(items: readonly Item[], parent?: string): Item[] {
  return timeSort(items.filter((one) => one.parent === parent)).flatMap((one) => [one, ...depthFirst(items, one.id)]);
}

/** For each pick, the items that could have been picked, in the order of the input. */
function readySets(items: readonly Item[], picked: readonly Item[]): Item[][] {
  const ids = new Set(items.map(({ id }) => id));
  const done = new Set<string>();
  return picked.map((pick) => {
    const isReady = ({ id, parent }: Item) =>
      !done.has(id) && (parent === undefined || !ids.has(parent) || done.has(parent));
    const ready = items.filter(isReady);
    done.add(pick.id);
    return ready;
  });
}

const anyTime = fc.oneof(fc.nat(9), fc.constant(NaN));
const shuffled = <T>(lists: fc.Arbitrary<T[]>) =>
  lists.chain((list) => fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }));

/** Items that point to one made before them, or to nothing; times say nothing. */
const forests = fc
  .array(fc.record({ to: fc.nat(), time: anyTime }), { maxLength: 24 })
  .map((rows) =>
    rows.map((row, at) => item(`${at}`, row.time, row.to % (at + 1) === at ? "gone" : `${row.to % (at + 1)}`)),
  );

/** The same where time never falls from parent to child. */
const rising = fc.array(fc.record({ to: fc.nat(), later: fc.nat(3) }), { maxLength: 24 }).map((rows) => {
  const items: Item[] = [];
  for (const [at, { to, later }] of rows.entries()) {
    const parent = items[to % (at + 1)];
    items.push(item(`${at}`, (parent?.time ?? 0) + later, parent?.id));
  }
  return items;
});

/** Items that point anywhere: cycles and self loops are among them. */
const tangles = fc
  .array(fc.record({ to: fc.option(fc.nat(30)), time: anyTime }), { maxLength: 24 })
  .map((rows) => rows.map((row, at) => item(`${at}`, row.time, row.to === null ? undefined : `${row.to}`)));

const graphs = fc.oneof(shuffled(forests), tangles);

describe("the worked examples", () => {
  const abcd = [item("A", "06:51"), item("B", "07:45"), item("C", "07:46", "B"), item("D", "07:56", "A")];

  it("O002: two branches at one time are neighbours in a plain time sort, though unrelated; here parents come first", () => {
    const items = [
      item("root", "20:40"),
      item("A", "20:46", "root"),
      item("B", "20:46", "P"), // children may be written before their parents
      item("P", "20:46", "root"),
    ];
    expect(names(timeSort(items))).toBe("root A B P");
    expect(order(items)).toBe("root A P B");
  });

  it("O003: depth first puts 07:56 before 07:46, because a branch comes to its end first; here it is the other way round", () => {
    const items = [
      item("06:50", "06:50"),
      item("06:51", "06:51", "06:50"),
      item("07:56", "07:56", "06:51"),
      item("07:46", "07:46", "06:50"),
    ];
    expect(names(depthFirst(items))).toBe("06:50 06:51 07:56 07:46");
    expect(order(items)).toBe("06:50 06:51 07:46 07:56");
  });

  it("O005: a time sort breaks the tree, depth first breaks the time, this order does neither where it can", () => {
    const items = [
      item("A", "06:00"),
      item("B", "05:59", "A"), // a clock that was set back
      item("C", "07:00", "B"),
      item("X", "06:15"),
      item("Y", "06:45", "X"),
    ];
    expect(names(timeSort(items))).toBe("B A X Y C");
    expect(verifyOrder(timeSort(items), byTime)).toHaveLength(1);
    expect(names(depthFirst(items))).toBe("A B C X Y");
    expect(order(items)).toBe("A B X Y C");
    expect(verifyOrder(kahn(items, byTime).order, byTime)).toEqual([]);
  });

  it("O008: a ready set is emptied by time, not by depth", () => {
    expect(names(depthFirst(abcd))).toBe("A D B C");
    expect(order(abcd)).toBe("A B C D");
    expect(readySets(abcd, kahn(abcd, byTime).order).map(names)).toEqual(["A B", "B D", "C D", "D"]);
  });

  it("O009: two conversations at the same time of day interleave", () => {
    const items = [
      item("A", "06:00"),
      item("B", "06:30", "A"),
      item("C", "07:00", "B"),
      item("X", "06:15"),
      item("Y", "06:45", "X"),
    ];
    expect(names(depthFirst(items))).toBe("A B C X Y");
    expect(order(items)).toBe("A X B Y C");
  });
});

describe("what comes next", () => {
  it("O004: an item waits for its parent; the earliest of those that are ready is picked", () => {
    const items = [item("late child", 1, "root"), item("root", 5), item("other", 3)];
    expect(order(items)).toBe("other root late child");
  });

  it("O004: the order of the input does not matter if times differ", () => {
    const items = [
      item("A", 1),
      item("B", 4, "A"),
      item("C", 3, "A"),
      item("D", 2, "B"),
      item("E", 5),
      item("F", 0, "E"),
    ];
    fc.assert(
      fc.property(shuffled(fc.constant(items)), (input) => {
        expect(order(input)).toBe("A C B D E F");
      }),
    );
  });

  it("O013: a parent comes before its children", () => {
    fc.assert(
      fc.property(graphs, (items) => {
        expect(verifyOrder(kahn(items, byTime).order, byTime)).toEqual([]);
      }),
    );
  });

  it("O014: each pick is the least of the items that are ready: the earliest, and of those the first of the input", () => {
    fc.assert(
      fc.property(graphs, (items) => {
        const picked = kahn(items, byTime).order;
        const least = readySets(items, picked).map((ready) => timeSort(ready)[0]);
        expect(picked).toEqual(least);
      }),
    );
  });

  it("O014: unrelated items may be out of time order if one of them waits for a parent", () => {
    expect(order([item("parent", "08:00"), item("child", "07:00", "parent"), item("unrelated", "07:30")])).toBe(
      "unrelated parent child",
    );
  });

  it("O014: if time rises along every edge, the order is the stable sort by time", () => {
    const strictly = rising.map((items) => items.map((one, at) => ({ ...one, time: one.time * 100 + at })));
    fc.assert(
      fc.property(shuffled(strictly), (items) => {
        expect(kahn(items, byTime).order).toEqual(timeSort(items));
      }),
    );
  });

  it("O014: so it is if time never falls and parents are written first; a child written first waits for its parent", () => {
    fc.assert(
      fc.property(rising, (items) => {
        expect(kahn(items, byTime).order).toEqual(timeSort(items));
      }),
    );
    expect(order([item("child", 1, "parent"), item("parent", 1)])).toBe("parent child");
  });

  it("O015: the same input gives the same order", () => {
    fc.assert(
      fc.property(graphs, (items) => {
        expect(kahn(items, byTime)).toEqual(kahn([...items], byTime));
      }),
    );
  });

  it("O016: the two lists hold each item of the input once", () => {
    fc.assert(
      fc.property(graphs, (items) => {
        const { order: sound, cyclic: rest } = kahn(items, byTime);
        const output = [...sound, ...rest];
        expect(output).toHaveLength(items.length);
        expect(new Set(output)).toEqual(new Set(items));
      }),
    );
  });
});

describe("reading an item", () => {
  it("O006: a priority that is not a number counts as the smallest", () => {
    expect(order([item("early", -1e9), item("no time", NaN), item("late", Infinity)])).toBe("no time early late");
    const recorded: number[] = JSON.parse('[5, "3", null, {}, -1]'); // what a file says need not be what types say
    const options = { ids: () => [], parent: () => undefined, priority: (value: number) => value };
    expect(kahn(recorded, options).order).toEqual(["3", null, {}, -1, 5]);
  });

  it("O006: such an item still waits for its parent", () => {
    expect(order([item("child", NaN, "parent"), item("parent", 5), item("other", 4)])).toBe("other parent child");
  });

  it("O012: an item may have several ids, and its children may name any of them", () => {
    interface Merged {
      ids: string | string[];
      parent: string | null;
      time: number;
    }
    const merged: Merged = { ids: ["u1", "u2"], parent: null, time: 9 };
    const first: Merged = { ids: ["u3"], parent: "u1", time: 1 };
    const second: Merged = { ids: "u4", parent: "u2", time: 0 };
    const options: KahnOptions<Merged> = {
      ids: ({ ids }) => ids,
      parent: ({ parent }) => parent,
      priority: ({ time }) => time,
    };
    expect(kahn([first, second, merged], options).order).toEqual([merged, second, first]);
  });

  it("O012: an id that two items claim belongs to the first", () => {
    const [first, second] = [item("twin", 5), item("twin", 9)];
    const child = item("child", 0, "twin");
    expect(kahn([child, first, second], byTime).order).toEqual([first, child, second]);
  });

  it("takes any iterable, and does not change it", () => {
    const items = Object.freeze([item("B", 2), item("A", 1)]);
    expect(names(kahn(new Set(items), byTime).order)).toBe("A B");
    expect(names(items)).toBe("B A");
  });

  it("uses `tie` for equal priorities, and the input if that is 0", () => {
    const items = [item("b1", 1), item("c", 1), item("a", 1), item("b2", 1), item("z", 0)];
    expect(names(kahn(items, { ...byTime, tie: byLetter }).order)).toBe("z a b1 b2 c");
  });
});

describe("edge cases", () => {
  it("O017: items of one time on different branches keep the order of the input", () => {
    expect(order([item("root", 0), item("B", 1, "root"), item("A", 1, "root"), item("C", 1)])).toBe("root B A C");
    expect(order([item("root", 0), item("C", 1), item("A", 1, "root"), item("B", 1, "root")])).toBe("root C A B");
  });

  it("O010: items whose parent is not in the input are roots, ordered by time", () => {
    expect(order([item("late", 3, "gone"), item("root", 2), item("early", 1, "gone too")])).toBe("early root late");
  });

  it("O018: the children of an item whose parent is not in the input wait for it", () => {
    expect(order([item("child", 1, "orphan"), item("orphan", 2, "gone"), item("root", 3)])).toBe("orphan child root");
  });

  it("O007: items on a cycle, or below one, are returned apart, by priority", () => {
    const items = [item("C", 3, "B"), item("B", 2, "A"), item("A", 1, "B"), item("root", 9), item("below", 0, "C")];
    expect(order(items)).toBe("root");
    expect(cyclic(items)).toBe("below A B C");
  });

  it("O007: no other items are returned apart", () => {
    fc.assert(
      fc.property(graphs, (items) => {
        const parentOf = new Map(items.map(({ id, parent }) => [id, parent]));
        const endless = items.filter(({ id }) => {
          let above: string | undefined = id;
          for (let step = 0; step <= items.length; step++) above = parentOf.get(above ?? "");
          return above !== undefined;
        });
        expect(kahn(items, byTime).cyclic).toEqual(timeSort(endless));
      }),
    );
  });

  it("O019: a cycle of two and a self loop are returned apart and whole", () => {
    expect(kahn([item("A", 2, "B"), item("B", 1, "A")], byTime).order).toEqual([]);
    expect(cyclic([item("A", 2, "B"), item("B", 1, "A")])).toBe("B A");
    expect(cyclic([item("A", 1, "A"), item("B", 2)])).toBe("A");
    expect(order([item("A", 1, "A"), item("B", 2)])).toBe("B");
  });

  it("O020: an empty input gives an empty order", () => {
    expect(kahn([], byTime)).toEqual({ order: [], cyclic: [] });
  });

  it("O021: a single item is its own order", () => {
    expect(order([item("A", 1)])).toBe("A");
  });

  it("O022: a list of roots is sorted by time", () => {
    expect(order([item("C", 3), item("A", 1), item("B", 2)])).toBe("A B C");
  });

  it("O023: a chain keeps its order, for any times", () => {
    expect(order([item("C", 1, "B"), item("B", 2, "A"), item("A", 3)])).toBe("A B C");
  });
});

describe("200,000 items of any shape need no deep stack", () => {
  const size = 200_000;
  const shapes: Record<string, (index: number) => number> = {
    chain: (index) => index - 1,
    star: () => 0,
    comb: (index) => (index % 2 === 0 ? index - 2 : index - 1),
  };

  for (const [shape, parentOf] of Object.entries(shapes))
    for (const [direction, sign] of [["rising", 1] as const, ["falling", -1] as const])
      it(`a ${shape} with ${direction} times`, () => {
        const items = Array.from({ length: size }, (_, index) =>
          item(`${index}`, sign * index, index === 0 ? undefined : `${parentOf(index)}`),
        );
        const root = items[0];
        items.reverse();
        const result = kahn(items, byTime);
        expect(result.order.length).toBe(size);
        expect(result.order[0]).toBe(root);
        expect(verifyOrder(result.order, byTime)).toEqual([]);
      });

  it("a cycle", () => {
    const items = Array.from({ length: size }, (_, index) => item(`${index}`, index, `${(index + 1) % size}`));
    expect(kahn(items, byTime).cyclic.length).toBe(size);
  });
});

describe("omitted items (`isOmitted`)", () => {
  const omitted = (...ids: string[]) => ({ ...byTime, isOmitted: ({ id }: Item) => ids.includes(id) });

  it("pass their children on to the nearest item above that stays", () => {
    const items = [item("a", 9), item("b", 1, "a"), item("c", 2, "b"), item("d", 3, "c"), item("e", 4)];
    const { order: found } = kahn(items, omitted("b", "c"));
    expect(names(found)).toBe("e a d");
    expect(verifyOrder(found, { ids: byTime.ids, parent: ({ id }) => (id === "d" ? "a" : undefined) })).toEqual([]);
  });

  it("make their children roots if no item above stays, also in a cycle", () => {
    const items = [item("a", 3, "b"), item("b", 1, "a"), item("c", 2, "a"), item("d", 1, "x"), item("x", 0)];
    const { order: found, cyclic: apart } = kahn(items, omitted("a", "b", "x"));
    expect([names(found), names(apart)]).toEqual(["d c", ""]);
  });

  it("leave the others in the order that they have with those parents", () => {
    fc.assert(
      fc.property(shuffled(forests), fc.func(fc.boolean()), (items, isOmitted) => {
        const byId = new Map(items.map((one) => [one.id, one]));
        const above = (one: Item): string | undefined => {
          const parent = one.parent === undefined ? undefined : byId.get(one.parent);
          return parent === undefined ? undefined : isOmitted(parent) ? above(parent) : parent.id;
        };
        const rewritten = items.flatMap((one) => (isOmitted(one) ? [] : item(one.id, one.time, above(one))));
        expect(names(kahn(items, { ...byTime, isOmitted }).order)).toBe(order(rewritten));
      }),
    );
  });
});

describe("priorities", () => {
  it("of any size and sign, and infinite ones, are in order; -0 is 0", () => {
    const numbers = [5, -1, 0.5, -0, 0, -1e300, 1e300, Infinity, -Infinity, 1.7e12, 1.7e12 + 1, -3.25];
    const items = numbers.map((time, at) => item(`${at}`, time));
    expect(kahn(items, byTime).order.map(({ time }) => time)).toEqual(timeSort(items).map(({ time }) => time));
  });

  it("are sorted as a stable sort would", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, NaN))), (times) => {
        const items = times.map((time, at) => item(`${at}`, time));
        expect(order(items)).toBe(names(timeSort(items)));
      }),
    );
  });
});
