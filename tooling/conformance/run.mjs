// Scores every recorded scenario, and fails when one falls below `floor.json`. `--update` raises the floor.
//   CCDAG_TRUTH  a folder with score.mjs, LIST.txt and truth/<version>/<scenario>/{projects,expected.json}
// Without it the bundled scenarios are rendered and compared with their outlines.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readProject } from "@ccdag/files";
import { faultsOf } from "./markdown.mjs";
import { runBundled } from "./bundled.mjs";
import { renderAll } from "./render-all.mjs";

const floorFile = new URL("floor.json", import.meta.url);
const folder = process.env.CCDAG_TRUTH;
process.exitCode = folder ? await runRecorded(folder) : await runBundled();

async function runRecorded(base) {
  const { score, table, DIMS } = await import(pathToFileURL(join(base, "score.mjs")).href);
  const floor = existsSync(floorFile) ? JSON.parse(readFileSync(floorFile, "utf8")) : {};
  const list = readFileSync(join(base, "LIST.txt"), "utf8").split("\n").filter(Boolean);
  const results = [];
  const inMarkdown = { conservation: 0, order: 0 };
  let failed = 0;
  for (const name of list) {
    const projects = join(base, "truth", name, "projects");
    const expected = JSON.parse(readFileSync(join(base, "truth", name, "expected.json"), "utf8"));
    const { envelope, markdown, faults } = renderAll(await readProject(projects));
    for (const [dimension, found] of Object.entries(faultsOf(markdown, expected))) {
      if (found.length === 0) inMarkdown[dimension]++;
      else faults.push(`Markdown, ${dimension}: ${found[0]}`);
    }
    const result = score(inTermsOfScore(envelope), expected, { projects });
    results.push(result);
    const passed = DIMS.filter((dim) => result.dims[dim].pass);
    const fallen = (floor[name] ?? []).filter((dim) => !passed.includes(dim));
    for (const dim of fallen) console.log(`FELL ${name} ${dim}: ${result.dims[dim].reasons[0]}`);
    for (const fault of faults) console.log(`FAULT ${name}: ${fault}`);
    if (fallen.length > 0 || faults.length > 0) failed++;
    floor[name] = [...new Set([...(floor[name] ?? []), ...passed])].sort((a, b) => (a < b ? -1 : 1));
  }
  console.log(table(results));
  for (const [dimension, count] of Object.entries(inMarkdown))
    console.log(`in Markdown, ${dimension}: ${count}/${list.length}`);
  if (process.argv.includes("--update")) writeFileSync(floorFile, `${JSON.stringify(floor, undefined, 2)}\n`);
  console.log(`conformance: ${list.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** The envelope with the name that `score.mjs` has for bookkeeping records. */
function inTermsOfScore(envelope) {
  // words: allow uuidless
  return { ...envelope, account: { ...envelope.account, uuidless: envelope.account.bookkeeping } };
}
