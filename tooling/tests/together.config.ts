import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { top } from "../setup/install.mjs";
import { shared } from "./config.ts";
import { limits } from "./limits.ts";
import { quickNode } from "./quick-node.ts";

// As for a package alone.
process.env["TZ"] = "UTC";

/** Which test files run, and where the report goes: `tooling/gate/together.mjs` says it. */
const { include, exclude, report } = JSON.parse(process.env["CCDAG_TOGETHER_PLAN"]!) as {
  readonly include: string[];
  readonly exclude: string[];
  readonly report: string;
};

/** The fast tests of many packages in one run, so that each module is loaded once, and not once for each package. */
export default defineConfig(() => ({
  ...shared(false),
  test: {
    root: top,
    include,
    exclude: ["**/node_modules/**", "**/{dist,out}/**", "**/*.slow.test.ts", ...exclude],
    setupFiles: [join(top, "tooling/tests/in-package.ts")],
    isolate: false,
    maxWorkers: 2,
    execArgv: [...quickNode],
    ...limits(false),
    reporters: ["dot", "json"],
    outputFile: { json: report },
  },
}));
