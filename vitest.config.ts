import { defineConfig } from "vitest/config";

// "@ccdag/source" makes resolution pick packages/*/src, so tests need no build.
const conditions = ["@ccdag/source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{packages,apps,tooling}/*/{src,test}/**/*.test.ts", "tooling/*/*.test.ts"],
    // One releases everything first, the other builds the docs site: `pnpm rehearse`, `pnpm site:test`.
    exclude: ["**/node_modules/**", "tooling/release-smoke/**", "apps/docs-site/test/site/**"],
    passWithNoTests: false,
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
