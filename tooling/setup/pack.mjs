// Packs the packages whose version is not in the registry yet, for the job that publishes them.
//   node pack.mjs <folder>   prints their names, one on each line
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stage } from "../bundle/stage.mjs";
import { pnpm, top } from "./install.mjs";

const target = resolve(process.argv[2] ?? "out/release");
mkdirSync(target, { recursive: true });

const folders = ["packages", "apps"].flatMap((group) =>
  readdirSync(join(top, group)).map((name) => `${group}/${name}`),
);
for (const folder of folders) {
  const path = join(top, folder, "package.json");
  if (!existsSync(path)) continue;
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  if (manifest.private === true || isPublished(`${manifest.name}@${manifest.version}`)) continue;
  if (pnpm("--silent", "-C", await packedFrom(folder), "pack", "--pack-destination", target) !== 0)
    throw new Error(`Cannot pack ${manifest.name}`);
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
