// Scores every recorded scenario, and fails when one falls below `floor.json`; `--update` raises the floor. The bundled scenarios are
// compared with their outlines, which `--update` writes.
//   CCDAG_TRUTH  a folder with score.mjs, LIST.txt, LIST-open.txt and truth/<version>/<scenario>/{projects,expected.json}
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { faultsOf } from "../markdown.mjs";
import { outline } from "../outline.mjs";
import { bundled, scenarios } from "../readings.mjs";

const floorFile = new URL("../floor.json", import.meta.url);
const folder = process.env.CCDAG_TRUTH;
const isUpdate = process.argv.includes("--update");
const all = new Map([...bundled(), ...scenarios()].map((scenario) => [scenario.path, scenario]));
const floor = existsSync(floorFile) ? JSON.parse(readFileSync(floorFile, "utf8")) : {};
const scorer = folder && (await import(pathToFileURL(join(folder, "score.mjs")).href));
const results = [];
const inMarkdown = { conservation: 0, order: 0 };
let failed = 0;

export const paths = () => [...all.keys()];

export async function compare(reading) {
  const scenario = all.get(reading.path);
  const found = scenario.expected ? await judgeRecorded(reading, scenario) : await judgeBundled(reading);
  for (const fault of found) console.log(`FAIL ${scenario.name}: ${fault}`);
  if (found.length > 0) failed++;
}

export function end() {
  if (scorer) {
    console.log(scorer.table(results));
    for (const [dimension, count] of Object.entries(inMarkdown))
      console.log(`in Markdown, ${dimension}: ${count}/${results.length}`);
    for (const { name, dims } of results)
      for (const dim of scorer.DIMS) if (!dims[dim].pass) console.log(`${name} misses ${dim}: ${dims[dim].reasons[0]}`);
    if (isUpdate) writeFileSync(floorFile, `${JSON.stringify(floor, undefined, 2)}\n`);
  } else console.log("CCDAG_TRUTH is not set: only the bundled scenarios were run");
  console.log(`conformance: ${all.size - failed} passed, ${failed} failed`);
  return { passed: all.size - failed, failed };
}

async function judgeRecorded(reading, { name, path, expected }) {
  const { envelope, markdown, faults } = await reading.rendered();
  const found = [...faults];
  for (const [dimension, wrong] of Object.entries(faultsOf(markdown, expected))) {
    if (wrong.length === 0) inMarkdown[dimension]++;
    else found.push(`Markdown, ${dimension}: ${wrong[0]}`);
  }
  const result = scorer.score(inTermsOfScore(envelope), expected, { projects: path });
  results.push({ ...result, name });
  const passed = scorer.DIMS.filter((dim) => result.dims[dim].pass);
  const fallen = (floor[name] ?? []).filter((dim) => !passed.includes(dim));
  floor[name] = [...new Set([...(floor[name] ?? []), ...passed])].sort((a, b) => (a < b ? -1 : 1));
  return [...found, ...fallen.map((dim) => `fell in ${dim}: ${result.dims[dim].reasons[0]}`)];
}

/** The envelope with the name that `score.mjs` has for bookkeeping records. */
function inTermsOfScore(envelope) {
  // words: allow uuidless
  return { ...envelope, account: { ...envelope.account, uuidless: envelope.account.bookkeeping } };
}

async function judgeBundled(reading) {
  const output = outline(await reading.tree());
  const expectedFile = join(reading.path, "../outline.txt");
  if (isUpdate) writeFileSync(expectedFile, output);
  const { faults } = await reading.rendered();
  return output === readFileSync(expectedFile, "utf8") ? faults : [output, ...faults];
}
