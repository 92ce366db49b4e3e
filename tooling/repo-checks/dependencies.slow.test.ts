import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isLike, isStale, measure, productionOf } from "./dependencies.mjs";
import { limits, reasons, types } from "./dependencies-list.mjs";
import { top } from "../setup/install.mjs";
import { files, read } from "./files.mjs";

/** The folders of all published packages. */
const published = files
  .filter((path) => /^(?:packages|apps)\/[^/]+\/package\.json$/.test(path))
  .filter((path) => (JSON.parse(read(path)) as { private?: boolean }).private !== true)
  .map((path) => path.replace("/package.json", ""));
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(resolve(top, folder, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
    scripts?: Record<string, string>;
  };

describe("dependencies", () => {
  it("of the command line are those of docs/dependencies.md, with their sizes (`pnpm generate dependencies` writes it)", async () => {
    expect(await isStale()).toBe(false);
  });

  it("are compared up to a twentieth of their size", () => {
    const page = "- `a@1.0.0` (100): letters";
    expect(isLike(page, "- `a@1.0.0` (105): letters")).toBe(true);
    expect(isLike(page, page.replace("100", "106"))).toBe(false);
    expect(isLike(page, page.replace("1.0.0", "1.0.1"))).toBe(false);
    expect(isLike(page, `${page}\n- \`b@1.0.0\` (1)`)).toBe(false);
  });

  it("of the command line weigh less than 15 MB, in fewer than 60 packages", async () => {
    const { beside, bundled } = await measure();
    expect(beside.length + 2).toBeLessThan(limits.packages);
    expect(bundled + beside.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(limits.kilobytes * 1000);
  });

  it("in the bundle have licences that take nothing away", async () => {
    const free = /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/;
    const { libraries } = await measure();
    expect(libraries.filter(({ license }) => !free.test(license)).map(({ name }) => name)).toEqual([]);
  });

  it("of the command line have a reason each, and no reason is without a dependency", () => {
    const direct = productionOf("apps/cli").filter(({ by, isOurs }) => !isOurs && [...by].some((one) => isOur(one)));
    expect(Object.keys(reasons).sort()).toEqual([...new Set(direct.map(({ name }) => String(name)))].sort());
  });

  it("run no script when they are installed", () => {
    for (const folder of published)
      for (const { at, name } of productionOf(folder)) {
        const { scripts = {} } = manifestOf(at);
        const found = ["preinstall", "install", "postinstall"].filter((script) => script in scripts);
        expect([name, found]).toEqual([name, []]);
      }
  });

  it("hold no types but those that published types import, or that a library depends on", () => {
    const found = new Set<string>();
    for (const folder of published)
      for (const { name } of productionOf(folder)) if (name.startsWith("@types/")) found.add(name);
    expect([...found].sort()).toEqual(Object.keys(types));
    for (const folder of published)
      for (const name of Object.keys(manifestOf(folder).dependencies ?? {}).filter((one) => one.startsWith("@types/")))
        expect([folder, name, importsTypes(folder, name.slice("@types/".length))]).toEqual([folder, name, true]);
  });
});

function isOur(name: string): boolean {
  return name === "ccdag" || name.startsWith("@ccdag/");
}

/** Whether a source of a package imports types of a package, in an exported declaration or for one. */
function importsTypes(folder: string, name: string): boolean {
  return files.some((path) => path.startsWith(`${folder}/src/`) && read(path).includes(`from "${name}"`));
}
