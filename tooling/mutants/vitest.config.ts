import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import config from "../../vitest.config.ts";

/**
 * The fast tests of core and agents. Mutants are in a copy of the project, but its packages find each other through
 * links that lead out of the copy: the name of core has to mean the copy.
 */
export default defineConfig({
  ...config,
  resolve: {
    ...config.resolve,
    alias: { "@ccdag/core": fileURLToPath(new URL("../../packages/core/src/index.ts", import.meta.url)) },
  },
  test: {
    ...config.test,
    include: ["packages/core/test/*.test.ts", "packages/agents/test/*.test.ts"],
  },
});
