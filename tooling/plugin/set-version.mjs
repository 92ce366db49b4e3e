// Gives the plugin the version of the command line, after changesets has set that one.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../setup/install.mjs";

const { version } = JSON.parse(readFileSync(join(top, "apps/cli/package.json"), "utf8"));
const path = join(top, "plugins/ccdag/.claude-plugin/plugin.json");
writeFileSync(path, readFileSync(path, "utf8").replace(/"version": "[^"]*"/, `"version": "${version}"`));
