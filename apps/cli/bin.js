#!/usr/bin/env node
import module from "node:module";

// Where Node can keep compiled code (22.1 and later), the next run starts faster.
module.enableCompileCache?.();
try {
  // `import` would open all files at once, more than may be open at all in some containers.
  const { main } = module.createRequire(import.meta.url)("./dist/index.js");
  await main();
} catch (error) {
  process.stderr.write(`ccdag: Cannot start: ${String(error?.message ?? error).split("\n")[0]}\n`);
  process.exitCode = 2;
}
