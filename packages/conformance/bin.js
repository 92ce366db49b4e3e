#!/usr/bin/env node
import { main } from "./dist/cli.js";

try {
  process.exitCode = await main(process.argv.slice(2), (text) => process.stdout.write(text));
} catch (error) {
  process.stderr.write(`conformance: ${error.message}\n`);
  process.exitCode = 2;
}
