// Makes the package `ccdag` as it is published: a bundle, its types, and the licences of what is in it.
//   node stage.mjs <folder>
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { top } from "../setup/install.mjs";
import { bundle } from "./bundle.mjs";
import { licencesOf, packagesIn, typed, withFiles } from "./libraries.mjs";

const app = join(top, "apps/cli");

/** Write the package into a folder of its own, which is emptied. The declarations must have been compiled (`tsc -b`). */
export async function stage(folder) {
  await stageProgram(folder);
  const { writeTypes } = await import("./types.mjs");
  for (const { types } of Object.values(published().exports))
    if (types) writeTypes(join(app, types), join(folder, types));
}

/** The same without types, which take longest. */
export async function stageProgram(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packages = packagesIn(await bundle(join(folder, "dist")));
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), licencesOf(packages));
  for (const name of ["bin.js", "config.schema.json", "README.md"]) cpSync(join(app, name), join(folder, name));
  cpSync(join(top, "LICENSE"), join(folder, "LICENSE"));
  // The first release makes it.
  if (existsSync(join(app, "CHANGELOG.md"))) cpSync(join(app, "CHANGELOG.md"), join(folder, "CHANGELOG.md"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published(), undefined, 2)}\n`);
}

/** The manifest without what only the repository needs. Dependencies are what the types name, and libraries with files; other code is in the bundle. */
function published() {
  const { scripts: _, devDependencies: __, dependencies: ___, ...manifest } = readManifest(app);
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([path, target]) => {
      if (typeof target === "string") return [path, target];
      const { "@ccdag/source": _source, ...rest } = target;
      return [path, rest];
    }),
  );
  const files = ["bin.js", "config.schema.json", "dist", "THIRD-PARTY-LICENSES"];
  const { version } = readManifest(join(top, "packages/ccast"));
  const dependencies = {
    "@ccdag/ccast": `^${version}`,
    ...Object.fromEntries([...typed, ...withFiles].map((name) => [name, rangeOf(name)])),
  };
  // The store is a package of its own, for those who want it.
  const peerDependencies = { "@ccdag/server": `^${readManifest(join(top, "apps/server")).version}` };
  return { ...manifest, exports, files, dependencies, peerDependencies };
}

/** The range of a dependency, from the catalog. */
function rangeOf(name) {
  const catalog = readFileSync(join(top, "pnpm-workspace.yaml"), "utf8");
  const row = catalog.split("\n").find((line) => line.startsWith(`  ${name}: `) || line.startsWith(`  "${name}": `));
  if (row === undefined) throw new Error(`${name} is not in the catalog`);
  return row.slice(row.lastIndexOf(": ") + 2);
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await stage(resolve(process.argv[2] ?? join(top, "out/ccdag")));
