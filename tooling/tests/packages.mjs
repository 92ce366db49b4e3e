// Which packages have which test files, and how the tests of a package are run.
import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { top } from "../setup/install.mjs";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const config = join(top, "tooling/tests/package.config.ts");

/**
 * The test files whose path contains one of the filters, by the folder of their package; without filters all of them.
 *
 * @param {{isSlow: boolean, filters: string[]}} wanted
 * @returns {Map<string, string[]>}
 */
export function choose({ isSlow, filters }) {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts"];
  const files = execFileSync("git", args, { cwd: top, encoding: "utf8" }).split("\n").filter(Boolean);
  const parts = filters.map((filter) => filter.replace(/^\.\//, ""));
  const chosen = new Map();
  for (const path of files) {
    const [, folder] = /^((?:packages|apps|tooling)\/[^/]+)\//.exec(path) ?? [];
    const isWanted = parts.length === 0 || parts.some((part) => path.includes(part));
    if (folder === undefined || !isWanted || path.endsWith(".slow.test.ts") !== isSlow) continue;
    chosen.set(folder, [...(chosen.get(folder) ?? []), path]);
  }
  return chosen;
}

/** Run test files of one package with further arguments of vitest; the exit code. */
export function runFiles({ folder, files, isSlow }, more = [], env = {}) {
  const named = files.map((path) => relative(folder, path));
  // Some files of a package say nothing about its coverage.
  const mode = isSlow ? ["--mode", "slow"] : ["--coverage.enabled=false"];
  const args = [vitest, "run", "--config", config, ...mode, ...more, ...named];
  return (
    spawnSync(process.execPath, args, { cwd: join(top, folder), stdio: "inherit", env: { ...process.env, ...env } })
      .status ?? 1
  );
}
