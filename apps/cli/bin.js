#!/usr/bin/env node
import module from "node:module";
import v8 from "node:v8";

// Node 20 compiles functions that later versions leave alone: a third of the processor time of a short run. A version without
// the flag would only print a line.
if (process.versions.node.startsWith("20.")) v8.setFlagsFromString("--interrupt-budget=2162688");

// Where Node can keep compiled code (22.1 and later), the next run starts faster.
module.enableCompileCache?.();
try {
  // `import` would open all files at once, more than may be open at all in some containers.
  const require = module.createRequire(import.meta.url);
  const { main } = require("./dist/index.js");
  // What commands need, and these do without.
  const isLight = ["--version", "-V", "--help", "-h", "complete", "completion"].includes(process.argv[2]);
  // oxlint-disable-next-line import/no-unassigned-import -- a later `import` finds it loaded
  if (!isLight) require("./dist/command-io.js");
  await main();
} catch (error) {
  process.stderr.write(`ccdag: Cannot start: ${String(error?.message ?? error).split("\n")[0]}\n`);
  process.exitCode = 2;
}
