// The generators of the project that `pnpm new` calls: the only place that knows their scripts.
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { pnpm, setInstalled, top } from "../setup/install.mjs";

const format = (...paths) => ["node_modules/oxfmt/bin/oxfmt", ...paths];
const compile = ["node_modules/typescript/bin/tsc", "-b"];
const optionFiles = ["apps/cli/README.md", "apps/cli/config.schema.json"];
const schemaCopy = "docs/schema/1/config.json";

/** Stands for the folders of the packages in which something is written. */
const packages = Symbol("packages");

/** The generators in the order in which they run: the scripts of each, and what they write. */
const generators = [
  { name: "rules", runs: [["tooling/repo-checks/rules.mjs"]], writes: ["docs/rules"] },
  {
    name: "verdicts",
    // `--update` is last, because vitest takes a word after it for its value.
    runs: [["tooling/tests/run.mjs", "test", "packages/core/test/verdicts.test.ts", "--update"]],
    writes: ["packages/core/test/verdicts"],
  },
  {
    name: "options",
    runs: [compile, ["tooling/repo-checks/option-docs.mjs"], format(...optionFiles)],
    // The documents have a copy of the schema.
    finish: () => copyFileSync(join(top, optionFiles[1]), join(top, schemaCopy)),
    writes: [...optionFiles, schemaCopy],
  },
  {
    name: "dependencies",
    runs: [["tooling/repo-checks/dependencies.mjs"], format("docs/dependencies.md")],
    writes: ["docs/dependencies.md"],
  },
  // Only of the packages in which something was written: all of them take a minute.
  { name: "api", runs: [compile, ["tooling/repo-checks/api.mjs", packages]], writes: ["tooling/repo-checks/api"] },
];

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
  const wanted = generators.filter(({ name }) => names.includes(name));
  const folders = new Set([...texts.keys()].flatMap((path) => /^(?:packages|apps)\/[^/]+(?=\/src\/)/.exec(path) ?? []));
  for (const { runs, finish } of [{ runs: [format(...formatted)], finish: undefined }, ...wanted]) {
    const all = runs.map((args) => args.flatMap((one) => (one === packages ? [...folders] : [one])));
    const failed = all.find((args) => !node(args));
    if (failed !== undefined) return ["node", ...failed].join(" ");
    finish?.();
  }
  return undefined;
}

/** Run a script of Node, and show what it printed if it fails. Whether it succeeded. */
function node(args) {
  const options = { cwd: top, encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) console.error(`${stdout}${stderr}`);
  return status === 0;
}

/** A new package changes the lockfile, also where CI is set. */
function install() {
  const isDone =
    pnpm("install", "--no-frozen-lockfile", "--prefer-offline", "--config.confirm-modules-purge=false") === 0;
  if (isDone) setInstalled();
  return isDone;
}
