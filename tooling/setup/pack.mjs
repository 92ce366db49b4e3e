// Packs the packages whose version is not in the registry yet, for the job that publishes them.
//   node pack.mjs <folder>   prints their names, one on each line, in the order of publishing, which their files have, too: a package
//                            is published after those that it depends on, so that it can be installed at any time
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { stage } from "../bundle/stage.mjs";
import { pnpm, top } from "./install.mjs";

/**
 * Packages in the order of publishing: each after those of them that it depends on; others by name.
 *
 * @param {ReadonlyArray<{ name: string, dependencies?: object, peerDependencies?: object }>} manifests
 */
export function publishOrder(manifests) {
  const left = new Map([...manifests].sort((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one]));
  const order = [];
  while (left.size > 0) {
    const next = [...left.values()].find(
      ({ dependencies, peerDependencies }) =>
        !Object.keys({ ...dependencies, ...peerDependencies }).some((name) => left.has(name)),
    );
    if (next === undefined) throw new Error(`These packages depend on each other: ${[...left.keys()].join(", ")}`);
    order.push(next);
    left.delete(next.name);
  }
  return order;
}

/**
 * The manifests of all packages that are published, with their folders.
 *
 * @returns {Array<{ folder: string, name: string, version: string }>}
 */
export function published() {
  return ["packages", "apps"].flatMap((group) =>
    readdirSync(join(top, group)).flatMap((name) => {
      const path = join(top, group, name, "package.json");
      const manifest = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { private: true };
      return manifest.private === true ? [] : [{ folder: `${group}/${name}`, ...manifest }];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await packAll(resolve(process.argv[2] ?? "out/release"));

async function packAll(target) {
  mkdirSync(target, { recursive: true });
  const wanted = published().filter((one) => !isPublished(`${one.name}@${one.version}`));
  for (const [at, { name, folder }] of publishOrder(wanted).entries()) {
    const draft = mkdtempSync(join(target, "draft-"));
    if (pnpm("--silent", "-C", await packedFrom(folder), "pack", "--pack-destination", draft) !== 0)
      throw new Error(`Cannot pack ${name}`);
    const [file] = readdirSync(draft);
    renameSync(join(draft, file), join(target, `${String(at + 1).padStart(3, "0")}-${file}`));
    rmSync(draft, { recursive: true });
  }
}

/** The folder that is packed: of the command line its bundle. */
async function packedFrom(folder) {
  if (folder !== "apps/cli") return folder;
  const staged = join(top, "out/ccdag");
  await stage(staged);
  return staged;
}

function isPublished(id) {
  const { status, stdout, stderr } = spawnSync("npm", ["view", id, "version", "--json"], { encoding: "utf8" });
  // The registry knows neither the package nor the version, or only the package.
  if (/E404/.test(stdout + stderr) || (status === 0 && stdout.trim() === "")) return false;
  if (status !== 0) throw new Error(`Cannot ask the registry for ${id}: ${stderr}`);
  return true;
}
