// Selects entries of a corpus at random and checks every statement of `explain` against the raw lines, with code that
// shares nothing with the reader.
//   CCDAG_CORPUS  a folder with transcripts in folders below it (default: the bundled ones)
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createExplainer } from "@ccdag/core";
import { judge } from "./raw-lines.mjs";

const seed = 1;
const entries = 200;
const base = process.env.CCDAG_CORPUS ?? fileURLToPath(new URL("../../fixtures/", import.meta.url));
const mains = readdirSync(base, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".jsonl") && !/(?:^|\/)(?:agent-[^/]*|history|journal)\.jsonl$/.test(path))
  .sort();

const random = generator(seed);
const drawn = draw(mains, entries);
const counts = new Map();
const faults = [];
let passed = 0;

export const paths = () => [...drawn.keys()].map((main) => join(base, main));

export async function compare(reading) {
  const main = relative(base, reading.path);
  const file = await reading.file();
  await reading.tree();
  const explain = createExplainer(file.data.transcript.sessions);
  const raw = rawLines(file, dirname(reading.path));
  for (const id of drawn.get(main)) {
    const output = explain(id);
    if (output.length === 0) faults.push(`${main} ${id}: nothing is said`);
    for (const one of output)
      for (const statement of one.statements) {
        counts.set(statement.says, (counts.get(statement.says) ?? 0) + 1);
        const fault = judge(one, statement, raw);
        if (!fault) passed++;
        else
          faults.push(
            `${main} ${one.path}:${one.line} ${statement.says} (${statement.rule ?? "as recorded"}): ${fault}`,
          );
      }
  }
}

export function end() {
  if (!process.env.CCDAG_CORPUS) console.log("CCDAG_CORPUS is not set: only the bundled transcripts were checked");
  for (const fault of faults) console.log(`FAIL ${fault}`);
  const said = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([says, count]) => `${count} ${says}`);
  console.log(`explain: seed ${seed}, ${entries} entries, ${said.join(", ")}: ${faults.length} failed`);
  return { passed, failed: faults.length };
}

/** Entries by file; each line of the corpus is equally likely. A record without a uuid is named by its location. */
function draw(files, count) {
  const all = files.flatMap((path) =>
    readFileSync(join(base, path), "utf8")
      .split("\n")
      .flatMap((text, index) => (text.trim() === "" ? [] : { path, line: index + 1, text })),
  );
  const found = new Map();
  for (let left = count; left > 0; left--) {
    const { path, line, text } = all[Math.floor(random() * all.length)];
    const uuid = /"uuid":"([^"]+)"/.exec(text)?.[1] ?? `${basename(path)}:${line}`;
    found.set(path, [...(found.get(path) ?? []), uuid]);
  }
  return found;
}

/** Every line of the files that were read, as parsed JSON, by `<path>:<line>`. */
function rawLines(file, folder) {
  const lines = new Map();
  for (const { path } of file.data.companions) {
    if (!path.endsWith(".jsonl")) continue;
    for (const [index, text] of readFileSync(join(folder, path), "utf8").split("\n").entries()) {
      if (text.trim() === "") continue;
      try {
        lines.set(`${path}:${index + 1}`, JSON.parse(text.replace(/^\uFEFF/, "")));
      } catch {
        lines.set(`${path}:${index + 1}`, undefined);
      }
    }
  }
  return lines;
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function generator(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
