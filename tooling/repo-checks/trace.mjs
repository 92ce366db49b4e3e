// Reads the requirement ids from the titles of the tests, and lists the requirements of docs/internal/requirements.md without a
// test. Fails when a ticked requirement has no test, or when a test names an unknown id.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { titlesIn } from "./titles.mjs";

const top = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, top), "utf8");
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: top,
  encoding: "utf8",
});
const tests = listed.split("\n").filter((path) => path.endsWith(".test.ts"));

const named = new Map();
for (const path of tests)
  for (const title of titlesIn(read(path)))
    for (const [id] of title.matchAll(/\b[ACDKLORS]\d{3}\b/g)) named.set(id, [...(named.get(id) ?? []), path]);

const wanted = new Map();
for (const [, tick, id, rest] of read("docs/internal/requirements.md").matchAll(
  /^- \[( |x)\] \*\*([ACDKLORS]\d{3})\*\*(.*)$/gm,
))
  wanted.set(id, { isTicked: tick === "x", rest });

const open = [...wanted.keys()].filter((id) => !named.has(id));
const fallen = open.filter((id) => wanted.get(id).isTicked);
const unknown = [...named.keys()].filter((id) => !wanted.has(id));
const unticked = [...named.keys()].filter((id) => wanted.has(id) && !wanted.get(id).isTicked);

console.log(`${wanted.size - open.length} of ${wanted.size} requirements are named by a test`);
console.log(`without a test: ${open.join(" ") || "none"}`);
for (const id of fallen) console.log(`FELL ${id}: ticked, but no test names it`);
for (const id of unknown)
  console.log(`UNKNOWN ${id}: named in ${named.get(id)[0]}, not in docs/internal/requirements.md`);
for (const id of unticked) console.log(`UNTICKED ${id}: named in ${named.get(id)[0]}`);
process.exitCode = fallen.length + unknown.length + unticked.length > 0 ? 1 : 0;
