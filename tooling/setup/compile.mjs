// Compiles what the command line runs, file by file and without a check of types: `dist` is as `tsc -b` makes it, but
// without declarations and maps.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { top } from "./install.mjs";

/** Every import stays an import: of a source file, one of what it is compiled to. */
const keepImports = {
  name: "keep-imports",
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path: path.replace(/^(\.{1,2}\/.*)\.ts$/, "$1.js"), external: true },
    );
  },
};

/** Compile the command line and the packages of this project that it needs. */
export async function compile() {
  for (const folder of foldersOf("apps/cli"))
    await build({
      entryPoints: listSources(join(top, folder, "src")),
      outbase: join(top, folder, "src"),
      outdir: join(top, folder, "dist"),
      bundle: true,
      format: "esm",
      platform: "node",
      target: "es2023",
      logLevel: "error",
      plugins: [keepImports],
    });
}

/** The folder of a package, and those of all packages of this project that it depends on. */
function foldersOf(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(top, folder, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    if (name.startsWith("@ccdag/")) foldersOf(name.replace("@ccdag/", "packages/"), found);
  return found;
}

function listSources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(folder, path));
}
