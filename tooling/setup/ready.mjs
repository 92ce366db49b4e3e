// Installs all dependencies, unless they are installed already, and then runs a script of the project in the same process.
//   node tooling/setup/ready.mjs [<script> <arguments>…]
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { install, top } from "./install.mjs";

const [script] = process.argv.slice(2);
process.exitCode = install();
if (process.exitCode === 0 && script !== undefined) {
  const path = resolve(top, script);
  process.argv.splice(1, 2, path);
  await import(pathToFileURL(path).href);
}
