// Exports the bundled sample to Markdown. In a fresh clone it installs only what the command line needs at run time,
// and compiles the sources without checking their types.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pnpm, top } from "./install.mjs";
import { sizeOf } from "./size.mjs";

const node = (...args) => spawnSync(process.execPath, args, { cwd: top, stdio: "inherit" }).status ?? 1;
const started = Date.now();
// Where the tools of development are installed, they stay.
const compiler = join(top, "node_modules/typescript/bin/tsc");
const isFull = existsSync(compiler);

function check(code, step) {
  if (code !== 0) throw new Error(`${step} ended with exit code ${code}`);
}

if (isFull) {
  check(node("tooling/setup/ready.mjs"), "pnpm install");
  // The tables are loaded when somebody asks for them.
  check(node(compiler, "-b", "apps/cli", "packages/render-tables"), "tsc");
} else {
  check(pnpm("install", "--prod", "--frozen-lockfile", "--filter", "@ccdag/setup..."), "pnpm install");
  const { compile } = await import("./compile.mjs");
  await compile();
}
check(node("apps/cli/bin.js", "export", "tooling/fixtures/sample", "-o", "out/sample.md"), "ccdag export");

const store = join(top, "node_modules/.pnpm");
const packages = readdirSync(store).filter(
  (name) => name !== "node_modules" && statSync(join(store, name)).isDirectory(),
);
const megabytes = Math.round(sizeOf(store) / 1e6);
const seconds = ((Date.now() - started) / 1000).toFixed(1);
const scope = isFull ? "installed, with the tools of development" : "installed";
console.log(`out/sample.md: ${packages.length} packages ${scope}, ${megabytes} MB, in ${seconds} s`);
