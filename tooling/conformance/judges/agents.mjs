// Compares the calls that spawned the agents of a corpus with the findings of a person who read the files
// (agents.json).
//   CCDAG_CORPUS  the folder that the paths of the table are relative to; without it nothing is compared
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { agentsIn } from "@ccdag/ccast";

const table = JSON.parse(readFileSync(new URL("agents.json", import.meta.url), "utf8"));
const base = process.env.CCDAG_CORPUS;
const rules = new Map();
let failed = 0;
let done = 0;

export const paths = () => (base === undefined ? [] : table.map(({ folder }) => join(base, folder)));

export async function compare(reading) {
  const { folder, agents } = table.find((row) => join(base, row.folder) === reading.path);
  judge(folder, agents, await reading.tree());
}

export function end() {
  for (const [rule, times] of [...rules].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(times).padStart(4)}  ${rule}`);
  if (base === undefined) console.log("CCDAG_CORPUS is not set: agents of a corpus were not compared");
  else console.log(`agents: ${done} where a person found them, ${failed} elsewhere`);
  return { passed: done, failed };
}

function judge(folder, wanted, tree) {
  const open = new Map(Object.entries(wanted));
  for (const { agent } of agentsIn(tree)) {
    if (agent.missing) continue;
    const { agentId, from } = agent;
    rules.set(from.rule, (rules.get(from.rule) ?? 0) + 1);
    const fault = open.has(agentId) ? faultOf(from, open.get(agentId)) : "is not in the table";
    open.delete(agentId);
    if (fault === undefined) done++;
    else fail(folder, agentId, fault);
  }
  for (const agentId of open.keys()) fail(folder, agentId, "is not in the tree");
}

function faultOf({ uuid, toolUseId, rule }, { call, entry, none }) {
  if (none !== undefined)
    return rule === "unanchored-agent" ? undefined : `found by ${rule}, expected nothing: ${none}`;
  if (call !== undefined) return toolUseId === call ? undefined : `spawned by ${toolUseId}, expected ${call}`;
  return uuid === entry ? undefined : `spawned by ${uuid}, expected ${entry}`;
}

function fail(folder, agentId, fault) {
  failed++;
  console.log(`FAIL ${folder}: ${agentId} ${fault}`);
}
