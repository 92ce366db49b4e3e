// Scores other tools and ccdag with `@ccdag/conformance`, on the recorded conversations. Writes `scores.json`, of which the docs
// site makes its table. Arguments: names of tools (default: all of peers.mjs); the others keep their scores.
//   CCDAG_PEERS  a folder in which the commands of `install` in peers.mjs were run
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countOf, dimensions, readScenarios, runAll } from "@ccdag/conformance";
import { peers } from "./peers.mjs";

const { CCDAG_PEERS: folder } = process.env;
if (!folder) {
  console.log("Set CCDAG_PEERS to the folder of the tools");
  process.exit(2);
}
const top = fileURLToPath(new URL("../../", import.meta.url));
const file = new URL("scores.json", import.meta.url);
const own = {
  name: "ccdag",
  version: "this repository",
  mode: "a project, JSON",
  bin: join(top, "apps/cli/bin.js"),
  command: "{bin} export {projects} --to json -o - -q",
};
const wanted = process.argv.slice(2);
const known = JSON.parse(readFileSync(file, "utf8")).scores;
const scenarios = await readScenarios("recorded/");
const scores = [];
for (const { bin, ...peer } of [own, ...peers]) {
  const before = known.find(({ name, mode, whole }) => name === peer.name && mode === peer.mode && whole !== undefined);
  if (wanted.length > 0 && !wanted.includes(peer.name)) {
    if (before) scores.push(before);
    continue;
  }
  const program = peer.name === "ccdag" ? `node '${bin}'` : `'${join(folder, bin)}'`;
  const results = await runAll(scenarios, { command: peer.command.replaceAll("{bin}", program) });
  // What no output of the tool says is not judged, also where the tool failed.
  const said = dimensions.filter(
    (one) => one === "conservation" || results.some(({ score }) => score[one] !== undefined),
  );
  const counts = said.map((dimension) => [dimension, countOf(results, dimension)]);
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  const row = {
    ...peer,
    command: peer.command.replaceAll("{bin}", peer.name),
    ...Object.fromEntries(counts),
    failed,
    whole: true,
  };
  console.log(peer.name, peer.mode, JSON.stringify(Object.fromEntries(counts)), `${failed} failed`);
  scores.push(row);
  writeFileSync(file, `${JSON.stringify({ scenarios: scenarios.length, scores }, undefined, 2)}\n`);
}
