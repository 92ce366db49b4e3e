import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { top } from "../setup/install.mjs";
import { shared } from "./config.ts";
import { coverage } from "./coverage.ts";
import { limits } from "./limits.ts";
import { quickNode } from "./quick-node.ts";

// vitest removes what it has kept when the lockfile has changed, and several of them at once stumble over one another.
const lockfile = createHash("sha256")
  .update(readFileSync(join(top, "pnpm-lock.yaml")))
  .digest("hex")
  .slice(0, 12);
const kept = join(top, "node_modules/.cache/ccdag", `vitest-${lockfile}`);

// What is printed depends on the time zone of the machine; tests of time zones set another one.
process.env["TZ"] = "UTC";

/**
 * The tests of the package in whose folder vitest is started: the fast ones, or with `--mode slow` those that take long or need a
 * build or a browser (`*.slow.test.ts`). What ran is listed in `out/tests`, so that a result from the cache can be counted.
 */
export default defineConfig(({ mode }) => {
  const isSlow = mode === "slow";
  return {
    ...shared(isSlow),
    test: {
      root: process.cwd(),
      include: [isSlow ? "**/*.slow.test.ts" : "**/*.test.ts"],
      exclude: ["**/node_modules/**", "dist/**", "out/**", ...(isSlow ? [] : ["**/*.slow.test.ts"])],
      passWithNoTests: false,
      // What a package transforms need not be transformed for the next one.
      experimental: { fsModuleCache: true, fsModuleCachePath: kept },
      // The files of a package share a process: loading the modules for each of them takes as long as the tests.
      isolate: isSlow,
      maxWorkers: 2,
      execArgv: [...quickNode],
      ...limits(isSlow),
      ...(isSlow ? {} : { coverage: coverage() }),
      reporters: ["default", "json"],
      outputFile: { json: join("out/tests", isSlow ? "slow.json" : "fast.json") },
    },
  };
});
