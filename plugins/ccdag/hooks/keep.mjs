// Copies sessions into the archive when one ends; does nothing if the option `archive` of the plugin is empty.
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { start } from "../lib/start.mjs";

const archive = (process.env.CLAUDE_PLUGIN_OPTION_ARCHIVE ?? "").trim().replace(/^~(?=$|[\\/])/, () => homedir());
if (isAbsolute(archive)) start(["keep", archive, "--quiet"]);
else if (archive !== "") {
  // It would be another folder in each project.
  console.error(`Unexpected archive \`${archive}\`, expected a full path, or one that begins with ~/`);
  process.exitCode = 2;
}
