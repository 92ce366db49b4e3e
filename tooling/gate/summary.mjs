import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The path of the summary that turbo wrote in a folder since a moment. */
export function newestSummary(folder, since) {
  const runs = join(folder, ".turbo/runs");
  const found = (existsSync(runs) ? readdirSync(runs) : [])
    .map((name) => ({ path: join(runs, name), time: statSync(join(runs, name)).mtimeMs }))
    .filter(({ time }) => time >= since)
    .sort((a, b) => b.time - a.time);
  if (found.length === 0) throw new Error(`turbo wrote no summary into ${runs}`);
  return found[0].path;
}
