import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";

const folder = new URL("../../packages/order/", import.meta.url).pathname;

/** The package bundled for a page: as a module, or as a script that makes `order`. */
function bundle(format: "esm" | "iife"): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, "src/index.ts")],
    bundle: true,
    minify: true,
    format,
    globalName: "order",
    platform: "browser",
    write: false,
  });
  return outputFiles[0]!.text;
}

const script = `
  const items = [["A", 651], ["B", 745], ["C", 746, "B"], ["D", 756, "A"]];
  const read = { ids: ([id]) => id, parent: ([, , parent]) => parent, priority: ([, time]) => time };
  const told = order.kahn(items, read).order;
  told.map(([id]) => id).join(" ") + ", " + order.verifyOrder(told, read).length + " violations";
`;
const chromium = spawnSync("chromium", ["--version"]).status === 0;
if (!chromium) console.log("skipped: @ccdag/order in a browser, there is no `chromium` here");

describe("@ccdag/order alone", () => {
  it("bundled and minified is below 2 kB, compressed", () => {
    expect(gzipSync(bundle("esm"), { level: 9 }).length).toBeLessThan(2000);
  });

  it("needs nothing that Node has and a browser has not", () => {
    expect(runInContext(`${bundle("iife")};${script}`, createContext({}))).toBe("A B C D, 0 violations");
  });

  it.skipIf(!chromium)(
    "runs in a browser",
    () => {
      const at = mkdtempSync(join(tmpdir(), "ccdag-order-"));
      const page = join(at, "page.html");
      writeFileSync(
        page,
        `<body><script>${bundle("iife")}</script><script>document.body.append(eval(${JSON.stringify(script)}))</script>`,
      );
      const args = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${at}/profile`, "--dump-dom", page];
      const { stdout } = spawnSync("chromium", args, { encoding: "utf8", timeout: 60_000 });
      rmSync(at, { recursive: true, force: true });
      expect(stdout).toContain("A B C D, 0 violations");
    },
    90_000,
  );

  it("its tarball holds the sources, what was built of them, and who it is", () => {
    const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" });
    const [{ files }] = JSON.parse(stdout) as [{ files: ReadonlyArray<{ path: string }> }];
    const paths = files.map(({ path }) => path);
    const sources = paths.filter((path) => path.startsWith("src/"));
    expect(sources).toEqual(
      ["contract", "find-ids", "index", "kahn", "list-of", "plain-kahn", "ready", "sort-keys", "verify"].map(
        (name) => `src/${name}.ts`,
      ),
    );
    const built = sources.flatMap((path) =>
      ["d.ts", "d.ts.map", "js", "js.map"].map((ending) => path.replace("src", "dist").replace(/ts$/, ending)),
    );
    expect(paths.filter((path) => !sources.includes(path)).sort()).toEqual(
      [...built, "README.md", "package.json"].sort(),
    );
  });
});
