#!/usr/bin/env node
import module from "node:module";
import v8 from "node:v8";

// Node 20 compiles functions that later versions leave alone: a third of the processor time of a short run. A version without
// the flag would only print a line.
if (process.versions.node.startsWith("20.")) v8.setFlagsFromString("--interrupt-budget=2162688");

// The heap may double or triple before Node collects what is unused, and so the memory of a run. With half as much again, memory
// follows the largest session, for a few per cent of the time.
v8.setFlagsFromString("--heap-growing-percent=50");

// Where Node can keep compiled code (22.1 and later), the next run starts faster.
module.enableCompileCache?.();
try {
  // An `import` of it takes a part of the time that the status line has.
  const { existsSync } = process.getBuiltinModule("node:fs");
  const own = (name) => existsSync(new URL(`./dist/${name}`, import.meta.url));
  // `import` would open all files at once, more than may be open at all in some containers.
  const require = module.createRequire(import.meta.url);
  const [name = "pick", ...others] = process.argv.slice(2);
  const isStatusLine = name === "statusline" && others.length === 0;
  // The bundle has it as one file, without `import`.
  const entry = !isStatusLine ? "index.js" : own("status-main.cjs") ? "status-main.cjs" : "status-main.js";
  const { main } = require(`./dist/${entry}`);
  const isLight = ["--version", "-V", "--help", "-h", "complete", "completion", "statusline"].includes(name);
  // In the bundle all files are in one folder.
  const command = /^[a-z]+$/.test(name) ? [`command/${name}`, `command-${name}`] : [];
  // What commands need: a later `import` finds it loaded.
  for (const part of isLight ? [] : ["command-io", ...command]) if (own(`${part}.js`)) require(`./dist/${part}.js`);
  await main();
} catch (error) {
  process.stderr.write(`ccdag: Cannot start: ${String(error?.message ?? error).split("\n")[0]}\n`);
  process.exitCode = 2;
}
