import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The tasks of the runs whose summaries turbo wrote in a folder since a moment, run by run. */
export function tasksSince(folder, since) {
  const runs = join(folder, ".turbo/runs");
  const found = (existsSync(runs) ? readdirSync(runs) : [])
    .map((name) => ({ path: join(runs, name), time: statSync(join(runs, name)).mtimeMs }))
    .filter(({ time }) => time >= since)
    .sort((a, b) => a.time - b.time);
  if (found.length === 0) throw new Error(`turbo wrote no summary into ${runs}`);
  return found.map(({ path }) => JSON.parse(readFileSync(path, "utf8")).tasks);
}
