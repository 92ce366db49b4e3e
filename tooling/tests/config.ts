import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";

/** `@ccdag/source` resolves each package to its sources, so tests need no build. */
const conditions = ["@ccdag/source", "module", "node", "development|production"];

const seeded = fileURLToPath(new URL("seeded.ts", import.meta.url));

/** Resolve `fast-check` to a module that sets its seed first. */
const seedProperties: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "ccdag-seed-properties",
  enforce: "pre",
  resolveId: (source, importer) => (source === "fast-check" && importer !== seeded ? seeded : undefined),
};

/** What the configurations of all suites share. */
export const shared: Pick<ViteUserConfig, "plugins" | "resolve" | "ssr"> = {
  plugins: [seedProperties],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};

/** What a page does after a key or a click may come in a later frame, and much later on a busy machine. */
export const patient: { readonly poll: { readonly timeout: number } } = { poll: { timeout: 10_000 } };

/** Every test file of the packages, the apps and the tooling. */
export const testFiles: readonly string[] = [
  "{packages,apps,tooling}/*/{src,test}/**/*.test.ts",
  "tooling/*/*.test.ts",
];

/** Test files that `pnpm test:slow` runs: they take long, or need a build or a browser. */
export const slowTestFiles: readonly string[] = testFiles.map((pattern) =>
  pattern.replace("*.test.ts", "*.slow.test.ts"),
);

/** Suites with a configuration of their own. */
export const separateSuites: readonly string[] = ["tooling/release-smoke/**", "apps/docs-site/test/site/**"];
