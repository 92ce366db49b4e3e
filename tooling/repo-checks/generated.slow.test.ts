import { describe, expect, it } from "vitest";
import { isStale } from "./command-table.mjs";
import { stale as staleOptions } from "./option-docs.mjs";
import { stale as stalePage } from "./page.mjs";

describe("what is generated with built packages", () => {
  it("has the script and the style of a page as `pnpm generate page` writes them from the sources", () => {
    expect(stalePage()).toEqual([]);
  });

  it("has the table of commands as `pnpm generate commands` writes it from their files", async () => {
    expect(await isStale()).toBe(false);
  });

  it("has the table of options in the README of the command line and the schema of a config (else `pnpm generate options`)", () => {
    expect(staleOptions()).toEqual([]);
  });
});
