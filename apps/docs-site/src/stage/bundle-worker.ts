// Bundles what reads and renders for the playground, once for both sites.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const app = fileURLToPath(new URL("../../", import.meta.url));

rmSync(`${app}out/worker`, { recursive: true, force: true });
await build({
  entryPoints: [`${app}src/playground/worker.ts`],
  outdir: `${app}out/worker`,
  // A page of an older site asks for the worker that it was built with.
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: "es2023",
  platform: "browser",
  // Some packages have a build for browsers that needs a document, and one for workers that does not.
  conditions: ["@ccdag/source", "worker"],
  logLevel: "warning",
});
