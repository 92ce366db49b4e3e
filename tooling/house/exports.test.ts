import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

const packages = readdirSync(new URL("../../packages/", import.meta.url)).sort();

describe("public names", () => {
  it.each(packages)("@ccdag/%s exports what it says, and nothing by accident", async (name) => {
    const exported = (await import(`../../packages/${name}/src/index.ts`)) as Record<string, unknown>;
    const lines = Object.keys(exported)
      .sort()
      .map((key) => `${key}: ${typeof exported[key]}`);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`exports/${name}.txt`);
  });
});
