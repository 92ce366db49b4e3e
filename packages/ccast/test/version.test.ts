import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { version } from "../src/index.ts";

it("the version is that of the package: `pnpm version-packages` sets both (issue 46)", () => {
  const { version: released } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(version).toBe(released);
});
