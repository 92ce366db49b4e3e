// `pnpm bench page [file.html]`: what a page of a 20 MB session, in one file, costs a browser on a slow processor: first paint, and
// the longest pause while it opens, while the reader scrolls to its end, goes to turns, searches, filters and opens everything.
// Options: --slow=<times> (default 4), --runs=<n> (default 3), --mb=<size of the session> (default 20).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { generateArchive } from "./archive-generate.mjs";
import { cli } from "./archive-measure.mjs";
import { figuresOf } from "./page-visit.mjs";

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    slow: { type: "string", default: "4" },
    runs: { type: "string", default: "3" },
    mb: { type: "string", default: "20" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "ccdag-bench-"));
const browser = await chromium.launch({
  executablePath: process.env.CCDAG_BROWSER ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  const path = positionals[0] ?? (await generate());
  console.log(`${(statSync(path).size / 1e6).toFixed(1)} MB of HTML, ${values.slow}× slower, median of ${values.runs}`);
  const runs = [];
  for (let run = 0; run < Number(values.runs); run++)
    runs.push(await figuresOf(browser, pathToFileURL(path).href, Number(values.slow)));
  for (const name of Object.keys(runs[0])) {
    const sorted = runs.map((one) => one[name]).sort((a, b) => a - b);
    console.log(`${name.padEnd(36)} ${String(Math.round(sorted[sorted.length >> 1])).padStart(6)} ms`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** One session, with turns of up to 60 steps, as one page. */
async function generate() {
  const archive = join(folder, "projects");
  const bytes = generateArchive(archive, Number(values.mb), { sessions: 1, steps: 60 });
  const path = join(folder, "talk.html");
  execFileSync("node", [cli, "export", archive, "-o", path, "-q"], { stdio: ["ignore", "ignore", "inherit"] });
  console.log(`${(bytes / 1e6).toFixed(1)} MB of JSONL`);
  return path;
}
