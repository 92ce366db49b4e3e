// `pnpm new rule|tool|command|source|format <name>`: writes the file, its test, its page and the registration. What it
// writes passes `pnpm check` as it stands; what a contributor has to replace is marked with `TODO`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { top } from "../setup/install.mjs";
import { generate } from "./generate.mjs";
import { assertRoom, PlanError, planOf } from "./plan.mjs";

/** The text of a file of the project; `undefined` if there is none. */
function read(path) {
  const file = join(top, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function write({ texts }) {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
}

function list(title, paths) {
  return paths.length === 0 ? [] : [`${title}:`, ...paths.map((path) => `  ${path}`)];
}

function print({ created, changed, generated, todo, guide }) {
  const lines = [
    ...list("Written", created),
    ...list("Changed", changed),
    ...list("Generated", generated),
    "",
    `Next: replace what is marked with TODO; ${guide} shows how:`,
    ...todo.map((path) => `  ${path}`),
    "Then: run `pnpm check`, which names each generated file that is no longer up to date.",
  ];
  console.log(lines.join("\n"));
}

try {
  const plan = planOf(process.argv.slice(2), read);
  assertRoom(plan);
  write(plan);
  // What is written stays: the message says which step is to be repeated.
  const failed = generate(plan);
  print(plan);
  if (failed !== undefined) {
    console.error(`ccdag new: \`${failed}\` failed; mend it, and run it again`);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.error(`ccdag new: ${error.message}`);
  process.exitCode = 2;
}
