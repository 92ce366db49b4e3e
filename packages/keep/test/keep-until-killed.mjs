// Keeps the projects of a client in an archive beside them, or checks the archive. Prints what was done, as JSON. Arguments: the
// home of the client, and `gzip` or `check`.
import { join } from "node:path";
import { checkKept, keepAll, lockArchive, rootsToKeep } from "../dist/index.js";

const [home, how] = process.argv.slice(2);
const archive = join(home, "archive");
const unlock = await lockArchive(archive);
const warnings = [];
const done =
  how === "check"
    ? await checkKept(archive)
    : await keepAll(archive, {
        roots: await rootsToKeep(archive, [join(home, ".claude/projects")]),
        packing: how === "gzip" ? ".gz" : undefined,
        warn: (text) => warnings.push(text),
      });
await unlock();
process.stdout.write(`${JSON.stringify({ ...done, warnings })}\n`);
