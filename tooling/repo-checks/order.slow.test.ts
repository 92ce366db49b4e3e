import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { browserPath, launchOptions } from "../gate/services.mjs";
import { stuckAfter } from "../tests/limits.ts";
import { bundle, folder, result, script } from "./order-bundle.ts";

const browser = browserPath();
const isRequired = process.env["CCDAG_NEEDS_BROWSER"] === "1";
if (browser === undefined) console.log("No browser: @ccdag/order is not tested in one");

describe("@ccdag/order alone", () => {
  it.skipIf(browser === undefined && !isRequired)("runs in a browser", () => {
    const at = mkdtempSync(join(tmpdir(), "ccdag-order-"));
    const page = join(at, "page.html");
    writeFileSync(
      page,
      `<body><script>${bundle("iife")}</script><script>document.body.append(eval(${JSON.stringify(script)}))</script>`,
    );
    const { executablePath, args } = launchOptions();
    const more = ["--headless", `--user-data-dir=${at}/profile`, "--dump-dom", page];
    const { stdout } = spawnSync(executablePath, [...args, ...more], { encoding: "utf8", timeout: stuckAfter });
    rmSync(at, { recursive: true, force: true });
    expect(stdout).toContain(result);
  });

  it("packs the sources, the build of each source, the README and the manifest", () => {
    const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" });
    const [{ files }] = JSON.parse(stdout) as [{ files: ReadonlyArray<{ path: string }> }];
    const paths = files.map(({ path }) => path);
    const sources = paths.filter((path) => path.startsWith("src/"));
    expect(sources).toEqual(
      [
        "contract",
        "find-ids",
        "index",
        "kahn-options",
        "kahn",
        "list-of",
        "plain-kahn",
        "ready",
        "sort-keys",
        "verify",
      ].map((name) => `src/${name}.ts`),
    );
    const built = sources.flatMap((path) =>
      ["d.ts", "d.ts.map", "js", "js.map"].map((ending) => path.replace("src", "dist").replace(/ts$/, ending)),
    );
    expect(paths.filter((path) => !sources.includes(path)).sort()).toEqual(
      [...built, "README.md", "package.json"].sort(),
    );
  });
});
