import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";

/** `@ccdag/source` resolves each package to its sources, so tests need no build. */
const conditions = ["@ccdag/source", "module", "node", "development|production"];

/** Modules that tests get instead of others, which they import in turn. */
const replaced: Readonly<Record<string, string>> = {
  "fast-check": fileURLToPath(new URL("seeded.ts", import.meta.url)),
  "@electric-sql/pglite": fileURLToPath(new URL("pglite.ts", import.meta.url)),
};

function replace(names: readonly string[]): NonNullable<ViteUserConfig["plugins"]>[number] {
  return {
    name: "ccdag-replace",
    enforce: "pre",
    resolveId: (source, importer) =>
      names.includes(source) && importer !== replaced[source] ? replaced[source] : undefined,
  };
}

/** What the configurations of all suites share. */
export function shared(isSlow: boolean): Pick<ViteUserConfig, "plugins" | "resolve" | "ssr"> {
  return {
    plugins: [replace(isSlow ? ["fast-check"] : Object.keys(replaced))],
    resolve: { conditions },
    ssr: { resolve: { conditions } },
  };
}
