// Writes the scenarios of `@ccdag/conformance`: recorded conversations with what really happened, every drawing of a rule,
// and small inputs that a reader got wrong once. What is right in the last two is what ccdag makes of them: tests compare
// the drawings with their threads, and a person has checked the others.
//   CCDAG_TRUTH    as for `pnpm turbo run conformance`
//   CCDAG_SOURCES  as for sources.mjs
//   CCDAG_TRIALS   a folder of project folders
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isUtf8 } from "node:buffer";
import { gzipSync } from "node:zlib";
import { toProject } from "@ccdag/files/memory";
import { ccdag } from "@ccdag/processor";
import { findPictures, shapeFiles } from "@ccdag/testkit/shape";
import { expectedOf } from "./expected-of.mjs";

const { CCDAG_TRUTH: truth, CCDAG_SOURCES: agents, CCDAG_TRIALS: trials } = process.env;
if (!truth || !agents || !trials) {
  console.log("Set CCDAG_TRUTH, CCDAG_SOURCES and CCDAG_TRIALS to the folders of the recordings and the small inputs");
  process.exit(2);
}
const scenarios = [];

for (const name of readFileSync(join(truth, "LIST.txt"), "utf8").split("\n").filter(Boolean)) {
  const folder = join(truth, "truth", name);
  const { version: _, scenario: __, ...expected } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
  for (const { blocks } of expected.sessions) {
    // Of several that may be there and are alike, nobody knows which one is.
    const isAlike = (one) => blocks.filter(({ kind, text }) => kind === one.kind && text === one.text).length > 1;
    for (const block of blocks) if (block.optional && isAlike(block)) block.loose = true; // words: allow loose
  }
  scenarios.push({ name: `recorded/${name}`, expected, files: filesIn(join(folder, "projects")) });
}
for (const name of readFileSync(join(agents, "LIST.txt"), "utf8").split("\n").filter(Boolean)) {
  const folder = join(agents, name);
  const {
    agent: _,
    version: __,
    scenario: ___,
    usage: ____,
    ...expected
  } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
  for (const block of expected.sessions.flatMap(({ blocks }) => blocks))
    // A file that was typed with a prompt is named in it.
    if (block.kind === "prompt" && block.group !== undefined) block.wrapped = true;
  scenarios.push({ name: `agents/${name}`, expected, files: filesIn(join(folder, "home")) });
}
for (const { name, isDirectory } of entries(trials)) {
  if (!isDirectory) continue;
  const files = filesIn(join(trials, name));
  // A folder of inputs of another kind.
  if ("README.md" in files) continue;
  if (
    new Set(Object.keys(files).map((path) => path.split("/")[0])).size > 1 &&
    Object.keys(files).every((path) => path.split("/").length === 2)
  ) {
    console.log(`${name}: several projects with one session id, which no scenario can name`);
    continue;
  }
  const isProject = Object.keys(files).some((path) => !path.includes("/"));
  add(`trials/${name}`, "an input that a reader got wrong", isProject ? below("-home-lin-garden", files) : files);
}
const source = new URL("../../packages/core/src/", import.meta.url);
for (const { name } of entries(source).filter((one) => one.name.endsWith(".ts"))) {
  const rule = name.replace(/^.*\/|\.ts$/g, "");
  for (const [index, { shape, threads }] of findPictures(readFileSync(new URL(name, source), "utf8")).entries())
    add(`shapes/${rule}-${index + 1}`, `${shape}\n${threads}`, below("-home-lin-garden", shapeFiles(shape)));
}
scenarios.sort((a, b) => (a.name < b.name ? -1 : 1));
const lines = scenarios.map((scenario) => `${JSON.stringify(scenario)}\n`).join("");
const bundle = gzipSync(lines, { level: 9 });
// The time in the header would make each bundle another one.
bundle.fill(0, 4, 8);
writeFileSync(new URL("../../packages/conformance/data/scenarios.jsonl.gz", import.meta.url), bundle);
console.log(`${scenarios.length} scenarios, ${Math.round(bundle.length / 1024)} kB`);

function add(name, about, files) {
  const project = toProject(Object.entries(files).map(([path, value]) => ({ path, value })));
  scenarios.push({ name, expected: { about, ...expectedOf(ccdag().parse(project)) }, files });
}

function below(folder, files) {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

function entries(folder) {
  return readdirSync(folder, { recursive: false, withFileTypes: true })
    .flatMap((one) => [{ name: one.name, isDirectory: one.isDirectory() }])
    .concat(
      folder instanceof URL
        ? readdirSync(folder, { recursive: true, encoding: "utf8" })
            .filter((name) => name.includes("/"))
            .map((name) => ({ name, isDirectory: false }))
        : [],
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function filesIn(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = names.map((one) => join(one.parentPath ?? one.path, one.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), contentOf(path)]));
}

/** A text, or other bytes in base64. */
function contentOf(path) {
  const bytes = readFileSync(path);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString("utf8") : { base64: bytes.toString("base64") };
}
