// `pnpm generate`: writes all that is made from something else. With names only these: `pnpm generate rules options`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { top } from "./install.mjs";

const bin = (name) => join(top, "node_modules/.bin", name);
const format = (...paths) => [bin("oxfmt"), ...paths];
const node = (...args) => [process.execPath, ...args];

/** The commands that write each of them, in the order of what they read. */
const generators = {
  page: [node("tooling/repo-checks/page.mjs")],
  rules: [node("tooling/repo-checks/rules.mjs")],
  packages: [node("tooling/repo-checks/packages-list.mjs"), format("docs/packages.md")],
  redaction: [node("tooling/redaction/generate.mjs"), format("packages/redact")],
  commands: [
    node("tooling/repo-checks/command-table.mjs"),
    format("apps/cli/src/command-table.ts"),
    [bin("tsc"), "-b", "apps/cli"],
  ],
  options: [node("tooling/repo-checks/option-docs.mjs"), format("apps/cli/README.md", "apps/cli/config.schema.json")],
  dependencies: [node("tooling/repo-checks/dependencies.mjs"), format("docs/dependencies.md")],
  regexps: [node("tooling/regexps/check.mjs"), format("tooling/regexps")],
  api: [node("tooling/repo-checks/api.mjs")],
  conformance: [node("tooling/conformance/bundle.mjs")],
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in generators));
if (unknown.length > 0) {
  console.error(`Unexpected ${unknown.join(", ")}, expected ${Object.keys(generators).join(", ")}`);
  process.exitCode = 2;
} else run();

function run() {
  // The bundled scenarios need recordings, so they are written only when they are named.
  const all = Object.keys(generators).filter((name) => name !== "conformance");
  const chosen = names.length > 0 ? names : all;
  for (const [command, ...args] of [[bin("tsc"), "-b"], ...chosen.flatMap((name) => generators[name])]) {
    const { status } = spawnSync(command, args, { cwd: top, stdio: "inherit" });
    if (status === 0) continue;
    process.exitCode = status ?? 1;
    return;
  }
}
