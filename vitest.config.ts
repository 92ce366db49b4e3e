import { defineConfig } from "vitest/config";
import { separateSuites, shared, slowTestFiles, testFiles } from "./tooling/tests/config.ts";

/** The fast tests: no build, no browser. `vitest.slow.config.ts` has the others. */
export default defineConfig({
  ...shared,
  test: {
    include: [...testFiles],
    exclude: ["**/node_modules/**", ...slowTestFiles, ...separateSuites],
    passWithNoTests: false,
    maxWorkers: "100%",
    testTimeout: 30_000,
    coverage: {
      provider: "v8",
      include: ["packages/{order,ccast,core,agents}/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/index.ts"],
      reporter: ["text-summary"],
      thresholds: {
        "packages/order/src/**": { lines: 100 },
        "packages/ccast/src/**": { lines: 100 },
        "packages/core/src/**": { lines: 95 },
        "packages/agents/src/**": { lines: 95 },
      },
    },
  },
});
