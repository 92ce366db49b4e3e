// Knows whether the dependencies are installed. Imports nothing but Node: it runs in a fresh clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const top = fileURLToPath(new URL("../../", import.meta.url));
const stamp = join(top, "node_modules/.ccdag-installed");

/** A hash of all that decides what is installed. */
function fingerprint() {
  const folders = ["packages", "apps", "tooling"].flatMap((group) =>
    readdirSync(join(top, group)).map((name) => `${group}/${name}`),
  );
  const manifests = folders.map((folder) => `${folder}/package.json`).filter((path) => existsSync(join(top, path)));
  const hash = createHash("sha256");
  for (const path of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests.sort()])
    hash.update(`${path}\n`).update(readFileSync(join(top, path)));
  return hash.digest("hex");
}

/** Whether everything is installed, as the manifests and the lockfile say now. */
function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint();
}

/** Remember that everything is installed. */
export function setInstalled() {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint());
}

/** Install all dependencies, unless they are installed already. The exit code. */
export function install() {
  if (isInstalled()) return 0;
  const code = pnpm("install", "--config.confirm-modules-purge=false");
  if (code === 0) setInstalled();
  return code;
}

/** Run pnpm: the one that runs this script, else the one on the path. The exit code. */
export function pnpm(...args) {
  const path = process.env["npm_execpath"] ?? "";
  const [command, ...first] = !/pnpm/.test(path)
    ? ["pnpm"]
    : /\.[cm]?js$/.test(path)
      ? [process.execPath, path]
      : [path];
  return spawnSync(command, [...first, ...args], { cwd: top, stdio: "inherit" }).status ?? 1;
}
