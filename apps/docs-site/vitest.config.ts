import { defineConfig } from "vitest/config";
import { shared } from "../../tooling/tests/config.ts";

export default defineConfig({
  ...shared,
  test: {
    include: ["test/site/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    fileParallelism: false,
  },
});
