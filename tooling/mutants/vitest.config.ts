import { defineConfig } from "vitest/config";
import config from "../../vitest.config.ts";

/** The unit tests of core, without those that measure size. */
export default defineConfig({
  ...config,
  test: { ...config.test, include: ["packages/core/test/*.test.ts"], exclude: ["**/scale.test.ts"] },
});
