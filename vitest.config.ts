import { defineConfig } from "vitest/config";
import { shared } from "./tooling/tests/config.ts";
import { limits } from "./tooling/tests/limits.ts";

/** The fast tests of all packages, for `pnpm watch`. Otherwise each package runs its own: `tooling/tests/package.config.ts`. */
export default defineConfig({
  ...shared(false),
  test: {
    include: ["{packages,apps,tooling}/*/{src,test}/**/*.test.ts", "tooling/*/*.test.ts"],
    exclude: ["**/node_modules/**", "**/*.slow.test.ts"],
    ...limits(false),
  },
});
