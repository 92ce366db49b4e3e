#!/usr/bin/env node
import module from "node:module";

// Where Node can keep compiled code (22.1 and later), the next run starts faster.
module.enableCompileCache?.();
const { main } = await import("./dist/index.js");
await main();
