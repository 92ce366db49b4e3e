import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Parts } from "../src/parts.ts";

const words = fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1, maxLength: 30 });

describe("the texts that another text contains", () => {
  it("are those that a search for each of them finds, short and long ones", () => {
    fc.assert(
      fc.property(fc.uniqueArray(words), fc.array(words), (texts, pieces) => {
        const whole = pieces.join("");
        const found = texts.filter((text) => whole.includes(text));
        expect([...new Parts(texts).in(whole)].sort()).toEqual(found.sort());
      }),
    );
  });

  it("are found at the end, and once if they occur twice", () => {
    const parts = new Parts(["look around here", "here", "look around there"]);
    expect([...parts.in("first look around here, look around here")].sort()).toEqual(["here", "look around here"]);
    expect(parts.in("").size).toBe(0);
  });
});
