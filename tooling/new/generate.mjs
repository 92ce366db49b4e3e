// Runs the generators that a plan names, for what it wrote.
import { spawnSync } from "node:child_process";
import { pnpm, setInstalled, top } from "../setup/install.mjs";
import { generators, runGenerators } from "../setup/generators.mjs";

/** The files and folders that generators write. */
export function writtenBy(names) {
  const lockfile = names.includes("install") ? ["pnpm-lock.yaml"] : [];
  return [...lockfile, ...generators.filter(({ name }) => names.includes(name)).flatMap(({ writes }) => writes)];
}

/**
 * Format what a plan wrote, and run its generators.
 *
 * @param {{texts: ReadonlyMap<string, string>, generators: readonly string[]}} plan
 * @returns {string | undefined} the command that failed; the ones after it did not run.
 */
export function generate({ texts, generators: names }) {
  console.error(`Generating ${["the format", ...names].join(", ")} …`);
  if (names.includes("install") && !install()) return "pnpm install";
  const formatted = [...texts.keys()].filter((path) => /\.(?:ts|mjs|json|md)$/.test(path));
  const args = ["node_modules/oxfmt/bin/oxfmt", ...formatted];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: top, encoding: "utf8" });
  if (status !== 0) {
    console.error(stderr);
    return ["node", ...args].join(" ");
  }
  // The reports of all packages take a minute.
  const folders = [...texts.keys()].flatMap((path) => /^(?:packages|apps)\/[^/]+(?=\/src\/)/.exec(path) ?? []);
  return runGenerators(names, { folders: [...new Set(folders)], output: "pipe" });
}

/** A new package changes the lockfile, also where CI is set. */
function install() {
  const isDone =
    pnpm("install", "--no-frozen-lockfile", "--prefer-offline", "--config.confirm-modules-purge=false") === 0;
  if (isDone) setInstalled();
  return isDone;
}
