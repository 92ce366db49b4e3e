import { defineConfig } from "vitest/config";
import { patient, separateSuites, shared, slowTestFiles } from "./tooling/tests/config.ts";

/** Tests that take long, or need a build or a browser. The release and the docs site have configurations of their own. */
export default defineConfig({
  ...shared,
  test: {
    include: [...slowTestFiles],
    exclude: ["**/node_modules/**", ...separateSuites],
    passWithNoTests: false,
    testTimeout: 60_000,
    expect: patient,
  },
});
