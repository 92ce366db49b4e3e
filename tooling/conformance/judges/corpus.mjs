// Renders every transcript of a corpus, and compares its true forks with the findings of a person.
//   CCDAG_CORPUS  a folder with EXPECTED.json and transcripts in folders below it
// Without it the bundled scenarios serve as the corpus, and only the accounts are checked.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { walk } from "@ccdag/ccast";
import { foldersIn } from "../readings.mjs";

const own = fileURLToPath(new URL("../../fixtures/scenarios/", import.meta.url));
const base = process.env.CCDAG_CORPUS ?? own;
const expectedFile = join(base, "EXPECTED.json");
const expected = existsSync(expectedFile) ? JSON.parse(readFileSync(expectedFile, "utf8")) : undefined;
let failed = 0;
let done = 0;

const files = readdirSync(base, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".jsonl"))
  .sort();
const wanted = new Map((expected?.trueForks ?? []).map((fork) => [fork.file, fork]));

export function paths() {
  const mains = files.filter((path) => !(basename(path).startsWith("agent-") && hasMain(path)));
  return [...mains.map((path) => join(base, path)), ...foldersIn(base)];
}

export async function compare(reading) {
  const { tree, faults } = await reading.rendered();
  const path = relative(base, reading.path);
  const isJudged = expected && path.endsWith(".jsonl");
  count(path, isJudged ? [...faults, ...judge(tree, wanted.get(path))] : faults);
}

export function end() {
  if (!process.env.CCDAG_CORPUS) console.log("CCDAG_CORPUS is not set: only the bundled scenarios were run");
  console.log(`corpus: ${done} passed, ${failed} failed`);
  return { passed: done, failed };
}

/** An agent file beside or below a main file is rendered with it. */
function hasMain(path) {
  const folder = path.includes("/subagents/") ? path.slice(0, path.indexOf("/subagents/")) : undefined;
  if (folder !== undefined) return files.includes(`${folder}.jsonl`);
  const beside = relative(".", path).slice(0, -basename(path).length);
  return files.some(
    (other) =>
      other !== path &&
      other.startsWith(beside) &&
      !other.slice(beside.length).includes("/") &&
      !basename(other).startsWith("agent-"),
  );
}

/**
 * The branches are exactly the forks that a person found, and begin at the noted lines. The sides that were left are what the person
 * says, such as a draft; the last one is where the person typed again.
 */
function judge(tree, fork) {
  const starts = [];
  walk(tree, (node) => {
    if (node.type === "branch") starts.push({ rule: node.rule, line: firstLine(node) });
  });
  if (fork === undefined) return starts.length > 0 ? [`${starts.length} false branches`] : [];
  const found = starts.sort((a, b) => a.line - b.line).map(({ line, rule }) => `${rule} at ${line}`);
  const expectedSides = fork.children.map(
    (line, at) => `${at < fork.children.length - 1 ? fork.rule : "rewind"} at ${line}`,
  );
  return String(found) === String(expectedSides)
    ? []
    : [`branches are ${found.join(", ")}; expected ${expectedSides.join(", ")}`];
}

function firstLine(branch) {
  let first = Infinity;
  walk(branch, (node) => {
    const line = node.position?.start.line;
    if (line !== undefined && "uuid" in node && node.uuid !== undefined) first = Math.min(first, line);
  });
  return first;
}

function count(name, faults) {
  if (faults.length === 0) done++;
  else failed++;
  for (const fault of faults) console.log(`FAIL ${name}: ${fault}`);
}
