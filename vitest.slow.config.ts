import { defineConfig } from "vitest/config";
import { separateSuites, shared, slowTestFiles } from "./tooling/tests/config.ts";

/** Tests that take long, or need a build or a browser. The release and the docs site have configurations of their own. */
export default defineConfig({
  ...shared,
  test: {
    include: [...slowTestFiles],
    exclude: ["**/node_modules/**", ...separateSuites],
    passWithNoTests: false,
    testTimeout: 60_000,
    // What a page does after a key or a click may come in a later frame, and much later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
