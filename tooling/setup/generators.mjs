// All that is made from something else: which scripts write it. `pnpm generate` and `pnpm new` run them.
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "./install.mjs";

const format = (...paths) => ["node_modules/oxfmt/bin/oxfmt", ...paths];
const compile = ["node_modules/typescript/bin/tsc", "-b"];
const commandTable = "apps/cli/src/command-table.ts";
const optionFiles = ["apps/cli/README.md", "apps/cli/config.schema.json"];
const schemaCopy = "docs/schema/1/config.json";

/** Stands for the folders of packages, where a generator can be asked for a few alone. */
const packages = Symbol("packages");

/** In the order of what they read: the scripts of each, and what they write. */
export const generators = [
  { name: "page", runs: [["tooling/repo-checks/page.mjs"]], writes: ["packages/render-html/src/generated.ts"] },
  { name: "rules", runs: [["tooling/repo-checks/rules.mjs"]], writes: ["docs/rules"] },
  {
    name: "verdicts",
    // `--update` is last, because vitest takes a word after it for its value.
    runs: [["tooling/tests/run.mjs", "test", "packages/core/test/verdicts.test.ts", "--update"]],
    writes: ["packages/core/test/verdicts"],
    isNamed: true,
  },
  {
    name: "packages",
    runs: [["tooling/repo-checks/packages-list.mjs"], format("docs/packages.md")],
    writes: ["docs/packages.md"],
  },
  {
    name: "redaction",
    runs: [["tooling/redaction/generate.mjs"], format("packages/redact")],
    writes: ["packages/redact"],
  },
  {
    name: "commands",
    runs: [["tooling/repo-checks/command-table.mjs"], format(commandTable), compile],
    writes: [commandTable],
  },
  {
    name: "options",
    runs: [["tooling/repo-checks/option-docs.mjs"], format(...optionFiles)],
    // The documents have a copy of the schema.
    finish: () => copyFileSync(join(top, optionFiles[1]), join(top, schemaCopy)),
    writes: [...optionFiles, schemaCopy],
  },
  {
    name: "dependencies",
    runs: [["tooling/repo-checks/dependencies.mjs"], format("docs/dependencies.md")],
    writes: ["docs/dependencies.md"],
  },
  {
    name: "regexps",
    runs: [["tooling/regexps/check.mjs"], format("tooling/regexps")],
    writes: ["tooling/regexps"],
  },
  { name: "api", runs: [["tooling/repo-checks/api.mjs", packages]], writes: ["tooling/repo-checks/api"] },
  // The bundled scenarios need recordings.
  {
    name: "conformance",
    runs: [["tooling/conformance/bundle.mjs"]],
    writes: ["packages/conformance"],
    isNamed: true,
  },
];

/**
 * Compile, and run generators one after the other.
 *
 * @param {readonly string[]} names which ones.
 * @param {object} [options]
 * @param {readonly string[]} [options.folders] the packages that they are asked for, where they can be asked for a few (default:
 *   all).
 * @param {"inherit" | "pipe"} [options.output] `"pipe"` shows only what a script printed that failed (default: `"inherit"`).
 * @returns {string | undefined} the command that failed; the ones after it did not run.
 */
export function runGenerators(names, { folders = [], output = "inherit" } = {}) {
  const wanted = generators.filter(({ name }) => names.includes(name));
  for (const { runs, finish } of [{ runs: [compile] }, ...wanted]) {
    const commands = runs.map((args) => args.flatMap((one) => (one === packages ? folders : [one])));
    const failed = commands.find((args) => !isDone(args, output));
    if (failed !== undefined) return ["node", ...failed].join(" ");
    finish?.();
  }
  return undefined;
}

/** Run a script of Node. Whether it succeeded. */
function isDone(args, output) {
  const options = { cwd: top, encoding: "utf8", maxBuffer: 1 << 28, stdio: output };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0 && output === "pipe") console.error(`${stdout}${stderr}`);
  return status === 0;
}
