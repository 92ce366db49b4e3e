// Bundles the command line: the sources of this project and the libraries they use become a few files.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { top } from "../setup/install.mjs";
import { folderOf } from "./libraries.mjs";

const source = join(top, "apps/cli/src");

/** The modules that something else names: entries of the package, what `bin.js` loads, and the programs of threads. */
function entries() {
  const table = readFileSync(join(source, "command-table.ts"), "utf8");
  const commands = Array.from(table.matchAll(/import\("\.\/(command\/\w+)\.ts"\)/g), ([, name]) => name);
  return ["index", "search", "command-io", "parts/part-worker", "serve/shelf-worker", ...new Set(commands)];
}

/** Libraries in CommonJS ask for modules of Node with `require`, which a module does not have. */
const builtins = {
  name: "builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z]|^node:/ }, ({ path, kind }) =>
      kind === "require-call" && isBuiltin(path)
        ? { path: path.replace(/^node:/, ""), namespace: "builtin" }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
      loader: "js",
    }));
  },
};

/**
 * A library in CommonJS may ask for a package that it does without, such as colors for messages of `debug`. Whether it finds one
 * depends on what else is installed, and on what was installed before: it is not in the bundle.
 */
const optional = {
  name: "optional",
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind, importer }) =>
      kind === "require-call" && !isBuiltin(path) && !isDeclared(path, importer) ? { path, external: true } : undefined,
    );
  },
};

function isDeclared(path, importer) {
  const manifest = JSON.parse(readFileSync(join(folderOf(importer), "package.json"), "utf8"));
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path);
  return name in dependencies || (name in peerDependencies && peerDependenciesMeta[name]?.optional !== true);
}

/**
 * Bundle the command line from its sources, into a folder if there is one.
 *
 * @returns the metafile of esbuild: what came into each file; `ccdag/report`, for browsers, has files of its own
 */
export async function bundle(folder) {
  const main = {
    entryPoints: entries().map((name) => join(source, `${name}.ts`)),
    splitting: true,
    // Modules that ask where they are must stay as deep as they were (`own-files.ts`).
    chunkNames: "chunk-[hash]",
    platform: "node",
    target: "node20.19",
    plugins: [builtins, optional],
    // The store is installed apart: its database is larger than all of this.
    external: ["@ccdag/server"],
  };
  // It has no code in common with the others, because libraries have other files for browsers.
  const report = { entryPoints: [join(source, "report.ts")], platform: "browser", target: "es2023" };
  const [{ inputs, outputs }, other] = await Promise.all([main, report].map((one) => run(folder, one)));
  return { inputs: { ...inputs, ...other.inputs }, outputs: { ...outputs, ...other.outputs } };
}

async function run(folder, options) {
  const { metafile } = await build({
    absWorkingDir: top,
    outbase: source,
    outdir: folder ?? join(top, "out/bundle/dist"),
    write: folder !== undefined,
    bundle: true,
    format: "esm",
    conditions: ["@ccdag/source"],
    // Names stay, for the line that a fault prints.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  return metafile;
}
