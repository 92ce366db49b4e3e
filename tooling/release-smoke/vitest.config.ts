import { defineConfig } from "vitest/config";

// One release for all tests, which run one after the other.
export default defineConfig({
  test: { include: ["*.test.ts"], testTimeout: 300_000, hookTimeout: 600_000, fileParallelism: false, bail: 1 },
});
