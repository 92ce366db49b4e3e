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
  mode: "a home, JSON",
  bin: join(top, "apps/cli/bin.js"),
  command: "{bin} export {home} --to json -o - -q",
};
const here = fileURLToPath(new URL(".", import.meta.url));
const agents = ["codex", "copilot", "gemini", "opencode", "pi"];
const wanted = process.argv.slice(2);
const known = JSON.parse(readFileSync(file, "utf8")).scores;
const recorded = await readScenarios("recorded/");
const ofAgents = await readScenarios("agents/");
const scores = [];
for (const { bin, atOnce, ...peer } of [own, ...peers]) {
  const before = known.find(({ name, mode, whole }) => name === peer.name && mode === peer.mode && whole !== undefined);
  if (wanted.length > 0 && !wanted.includes(peer.name)) {
    if (before) scores.push(before);
    continue;
  }
  const program = peer.name === "ccdag" ? `node '${bin}'` : `'${join(folder, bin)}'`;
  const command = peer.command.replaceAll("{bin}", program).replaceAll("{here}", `'${here}'`);
  const row = {
    ...peer,
    command: peer.command.replaceAll("{bin}", peer.name),
    ...scoresOf(await runAll(recorded, { command, atOnce })),
    whole: true,
  };
  // What only knows Claude Code is not asked for other agents.
  if (command.includes("{home}"))
    for (const agent of agents) {
      const those = ofAgents.filter(({ name }) => name.startsWith(`agents/${agent}/`));
      row.others = { ...row.others, [agent]: scoresOf(await runAll(those, { command, atOnce })) };
    }
  console.log(JSON.stringify(row));
  scores.push(row);
  writeFileSync(file, `${JSON.stringify({ scenarios: recorded.length, scores }, undefined, 2)}\n`);
}

/** How many recordings pass each dimension; what no output of the tool says is not judged, also where the tool failed. */
function scoresOf(results) {
  const said = dimensions.filter(
    (one) => one === "conservation" || results.some(({ score }) => score[one] !== undefined),
  );
  const counts = said.map((dimension) => [dimension, countOf(results, dimension)]);
  return { ...Object.fromEntries(counts), failed: results.filter(({ failure }) => failure !== undefined).length };
}
