// Gives the plugin the version of the command line, and the module of `@ccdag/ccast` that of its package, after changesets has set them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../setup/install.mjs";

const versionOf = (folder) => JSON.parse(readFileSync(join(top, folder, "package.json"), "utf8")).version;

write("plugins/ccdag/.claude-plugin/plugin.json", /"version": "[^"]*"/, `"version": "${versionOf("apps/cli")}"`);
write("packages/ccast/src/version.ts", /version = "[^"]*"/, `version = "${versionOf("packages/ccast")}"`);

function write(file, before, after) {
  const path = join(top, file);
  writeFileSync(path, readFileSync(path, "utf8").replace(before, after));
}
