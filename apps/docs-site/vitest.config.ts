import { defineConfig } from "vitest/config";
import { patient, shared } from "../../tooling/tests/config.ts";

export default defineConfig({
  ...shared,
  test: {
    include: ["test/site/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: patient,
    fileParallelism: false,
  },
});
