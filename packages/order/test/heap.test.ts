import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHeap } from "../src/heap.ts";

const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

describe("createHeap", () => {
  it("is empty at first, and again when all came out", () => {
    const heap = createHeap(1);
    expect(heap.size()).toBe(0);
    heap.push(7);
    expect(heap.size()).toBe(1);
    expect(heap.pop()).toBe(7);
    expect(heap.size()).toBe(0);
  });

  it("gives back what was pushed as Array.sort would, repeated values included", () => {
    fc.assert(
      fc.property(fc.array(integer), (values) => {
        const heap = createHeap(values.length);
        const sorted = [...values];
        sorted.sort((a, b) => a - b);
        for (const value of values) heap.push(value);
        expect(values.map(() => heap.pop())).toEqual(sorted);
        expect(heap.size()).toBe(0);
      }),
    );
  });

  it("gives the smallest of what is in it, however pushes and pops are mixed", () => {
    fc.assert(
      fc.property(fc.array(fc.option(integer)), (steps) => {
        const heap = createHeap(steps.length);
        const popped: number[] = [];
        const expected: number[] = [];
        const model: number[] = [];
        for (const step of steps) {
          if (step !== null) {
            heap.push(step);
            model.push(step);
          } else if (heap.size() > 0) {
            popped.push(heap.pop());
            model.sort((a, b) => a - b);
            expected.push(...model.splice(0, 1));
          }
        }
        expect(popped).toEqual(expected);
        expect(heap.size()).toBe(model.length);
      }),
    );
  });
});
