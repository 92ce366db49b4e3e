import { describe, expect, it } from "vitest";
import { stale } from "./option-docs.mjs";

describe("the table of options", () => {
  it("is what the README of the command line and the schema of a config say (else `pnpm generate options`)", () => {
    expect(stale()).toEqual([]);
  });
});
