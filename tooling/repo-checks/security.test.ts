import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const top = new URL("../../", import.meta.url);
const text = readFileSync(new URL("SECURITY.md", top), "utf8");
/** The promises: what is promised, and how, with the tests that prove it. */
const rows = text
  .slice(text.indexOf("## Promises"), text.indexOf("## What ccdag does not do"))
  .split("\n")
  .filter((line) => line.startsWith("- **"))
  .map((line) => line.slice("- **".length).split("** "));

describe("SECURITY.md", () => {
  it("makes promises", () => expect(rows.length).toBeGreaterThan(20));

  it.each(rows.map(([promise = "", tests = ""]) => [promise, tests] as const))(
    "names a test for each promise: %s",
    (_, tests) => {
      const named = [...tests.matchAll(/`([\w./-]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)];
      expect(named).not.toEqual([]);
      for (const [, path, titles] of named) {
        expect([path, existsSync(new URL(path!, top))]).toEqual([path, true]);
        const source = readFileSync(new URL(path!, top), "utf8").replaceAll("\\`", "`");
        for (const [, title] of titles!.matchAll(/"([^"]+)"/g))
          expect([path, title, source.includes(title!)]).toEqual([path, title, true]);
      }
    },
  );
});
