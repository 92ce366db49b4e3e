// Compares the report of `stryker run` with tooling/mutants/README.md, which gives a reason for each survivor.
//   --list  prints the survivors without a reason, in the form of that list
import { existsSync, readFileSync } from "node:fs";

const top = new URL("../../", import.meta.url);
const { files } = JSON.parse(readFileSync(new URL("out/mutants/mutants.json", top), "utf8"));
const page = new URL("tooling/mutants/README.md", top);
const known = existsSync(page) ? readFileSync(page, "utf8") : "";
const isAlive = ({ status }) => status === "Survived" || status === "NoCoverage";
const isCounted = ({ status }) => isAlive({ status }) || status === "Killed" || status === "Timeout";

let all = 0;
let killed = 0;
const faults = [];
const open = [];
for (const [path, { mutants, source }] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
  const counted = mutants.filter(isCounted);
  if (counted.length === 0) continue;
  const alive = counted.filter(isAlive);
  all += counted.length;
  killed += counted.length - alive.length;
  const score = 100 - (100 * alive.length) / counted.length;
  if (score < 70) faults.push(`${path} ${score.toFixed(1)} %, expected 70`);
  console.log(
    `${score.toFixed(1).padStart(5)} %  ${String(alive.length).padStart(3)} of ${counted.length} survive  ${path}`,
  );
  for (const mutant of alive) {
    const line = nameOf(path, mutant, source);
    if (!known.includes(line)) open.push(line);
  }
}
const total = (100 * killed) / all;
if (total < 85) faults.push(`${total.toFixed(1)} % in all, expected 85`);
if (open.length > 0) faults.push(`${open.length} survivors have no reason in tooling/mutants/README.md`);
console.log(`${total.toFixed(1)} %  ${killed} of ${all} mutants are killed`);
if (process.argv.includes("--list")) for (const line of open) console.log(`${line} –`);
for (const fault of faults) console.log(`FAIL ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** The name of a mutant: its file, kind and text, since line numbers change. */
function nameOf(path, { mutatorName, location, replacement }, source) {
  const lines = source.split("\n").slice(location.start.line - 1, location.end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, location.end.column - 1);
  lines[0] = lines[0].slice(location.start.column - 1);
  const file = path.replace("packages/core/src/", "");
  return `- ${file} ${mutatorName}: \`${clean(lines.join(" "))}\` → \`${clean(replacement ?? "")}\``;
}

function clean(text) {
  return text.replace(/\s+/g, " ").replaceAll("`", "´").slice(0, 100);
}
