// Bundles the command line: the sources of this project and the libraries they use become a few files.
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { top } from "../setup/install.mjs";
import { folderOf, withFiles } from "./libraries.mjs";

const source = join(top, "apps/cli/src");

/**
 * The modules that something else names: entries of the package, what `bin.js` loads, and the programs of threads. All of them
 * are in one folder, so that a module that asks where it is finds the others beside it (`workers.ts`, `own-files.ts`).
 */
function entries() {
  const table = readFileSync(join(source, "command-table.ts"), "utf8");
  const commands = Array.from(table.matchAll(/import\("\.\/(command\/\w+)\.ts"\)/g), ([, name]) => name);
  const own = ["index", "command-io", ...new Set(commands)].map((name) => `apps/cli/src/${name}`);
  const threads = ["part-worker", "project-worker", "home-worker"].map((name) => `packages/site/src/${name}`);
  return [...own, ...threads].map((path) => ({
    in: join(top, `${path}.ts`),
    out: path.slice(path.indexOf("/src/") + 5).replace("/", "-"),
  }));
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

/** The CommonJS of these hands `require` to a function, which then asks for files that are not there; their modules do not. */
const modules = {
  name: "modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jsonc-parser$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: "module",
      pluginData: { resolveDir },
    }));
    onLoad({ filter: /.*/, namespace: "module" }, ({ path, pluginData: { resolveDir } }) => ({
      contents: `export * as default from "${path}/lib/esm/main.js"`,
      resolveDir,
    }));
  },
};

function isDeclared(path, importer) {
  const manifest = JSON.parse(readFileSync(join(folderOf(importer), "package.json"), "utf8"));
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path);
  return name in dependencies || (name in peerDependencies && peerDependenciesMeta[name]?.optional !== true);
}

const options = {
  absWorkingDir: top,
  platform: "node",
  target: "node20.19",
  bundle: true,
  conditions: ["@ccdag/source"],
  // Names stay, for the line that a fault prints.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

/**
 * The status line is one file in CommonJS: a client waits for it at each answer, and Node needs longer for a dozen modules than
 * they need for all that they do.
 */
function statusLine(to) {
  const entry = join(source, "status-main.ts");
  const rest = {
    name: "rest",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/index\.ts$/ }, ({ importer }) =>
        importer === entry ? { path: "./index.js", external: true } : undefined,
      );
    },
  };
  return build({
    ...options,
    entryPoints: [entry],
    plugins: [rest],
    define: { "import.meta.url": "moduleUrl" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    outfile: join(to, "status-main.cjs"),
    format: "cjs",
  });
}

/**
 * Node finds the names of a library in CommonJS; esbuild leaves its `default` alone where it is imported on demand, and the others
 * would be missed at run time.
 */
function checkImports({ inputs }) {
  for (const [importer, { imports }] of Object.entries(inputs))
    for (const { path, kind, original } of imports) {
      if (kind !== "dynamic-import" || inputs[path]?.format !== "cjs") continue;
      const named = `import("${original}")`;
      const text = readFileSync(join(top, importer), "utf8");
      if (!text.includes(`{ default: `) || !text.includes(`} = await ${named}`))
        throw new Error(
          `${importer}: expected \`const { default: name } = await ${named}\`, the library is in CommonJS`,
        );
    }
}

/**
 * Bundle the command line from its sources, into a folder if there is one.
 *
 * @returns the metafile of esbuild: what came into each file
 */
export async function bundle(folder) {
  const to = folder ?? join(top, "out/bundle/dist");
  const { metafile } = await build({
    ...options,
    entryPoints: entries(),
    splitting: true,
    chunkNames: "chunk-[hash]",
    plugins: [builtins, optional, modules],
    // The store is installed apart: its database is larger than all of this.
    external: ["@ccdag/server", ...withFiles],
    outdir: to,
    write: folder !== undefined,
    format: "esm",
  });
  checkImports(metafile);
  if (folder !== undefined)
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".js")))
      if (/\(__require[,)]/.test(readFileSync(join(folder, name), "utf8")))
        throw new Error(
          `${name}: a library hands \`require\` to a function, and would miss its files; see \`modules\``,
        );
  // All that it has is in the others, too.
  if (folder !== undefined) await statusLine(to);
  return metafile;
}
