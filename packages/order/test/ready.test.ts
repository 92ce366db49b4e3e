import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReady } from "../src/ready.ts";

describe("createReady", () => {
  it("is empty at first, and again after everything was taken", () => {
    const ready = createReady(8);
    expect(ready.take()).toBe(-1);
    ready.add(7);
    expect(ready.take()).toBe(7);
    expect(ready.take()).toBe(-1);
    expect(createReady(0).take()).toBe(-1);
  });

  it.each([1, 31, 32, 33, 1024, 1025, 32_768, 32_769])(
    "holds the least and the greatest of %i integers",
    (capacity) => {
      const ready = createReady(capacity);
      ready.add(capacity - 1);
      ready.add(0);
      const expected = capacity === 1 ? [0, -1] : [0, capacity - 1, -1];
      expect(expected.map(() => ready.take())).toEqual(expected);
    },
  );

  it("always gives the smallest, with adding and taking in any order", () => {
    const steps = fc.array(fc.option(fc.nat(2999)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (all) => {
        const ready = createReady(3000);
        const model = new Set<number>();
        for (const step of all) {
          if (step === null) {
            const least = model.size === 0 ? -1 : Math.min(...model);
            model.delete(least);
            expect(ready.take()).toBe(least);
          } else {
            ready.add(step);
            model.add(step);
          }
        }
      }),
    );
  });
});
