// Imports every recorded scenario and the public transcripts into a store, reads them back, and compares with the files: the tree
// and the account as JSON, the Markdown, and so every score. It fails for the first difference of each.
//   CCDAG_TRUTH, CCDAG_CORPUS  folders, as for the other checks (default: the bundled scenarios)
//   DATABASE_URL               a PostgreSQL server (default: only PGlite)
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { checkOut, importFolder, openStore } from "@ccdag/server";
import { Reading, repositories, scenarios } from "../readings.mjs";

const { DATABASE_URL } = process.env;
const place = mkdtempSync(join(tmpdir(), "ccdag-store-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));
const stores = await Promise.all(
  [undefined, ...(DATABASE_URL === undefined ? [] : [DATABASE_URL])].map(async (where) => ({
    name: where === undefined ? "PGlite" : "PostgreSQL",
    store: await openStore(where),
    folders: 0,
    messages: 0,
    faults: 0,
  })),
);

export const paths = () => [...scenarios().map(({ path }) => path), ...repositories()];

export async function compare(reading) {
  const direct = await outputOf(reading);
  for (const one of stores) {
    const found = await compareIn(one.store, reading.path, direct);
    one.folders++;
    one.messages += found.messages;
    if (found.fault === undefined) continue;
    one.faults++;
    console.log(`FAULT ${reading.path}, ${one.name}: ${found.fault}`);
  }
}

export async function end() {
  if (DATABASE_URL === undefined) console.log("store: DATABASE_URL is not set, so PostgreSQL is skipped");
  const sum = { passed: 0, failed: 0 };
  for (const { name, store, folders, messages, faults } of stores) {
    await store.close();
    console.log(`store over ${name}: ${folders} folders, ${messages} messages, ${faults} faults`);
    sum.passed += folders - faults;
    sum.failed += faults;
  }
  return sum;
}

/** Import a folder as a project of its own, read it back, and compare. */
async function compareIn(store, folder, direct) {
  const copy = join(place, randomUUID());
  const projectId = randomUUID();
  const problems = [];
  const first = await importFolder(store, folder, { projectId, report: (problem) => problems.push(problem) });
  const again = await importFolder(store, folder, { projectId, isAgain: true });
  const { folder: back } = await checkOut(store, copy, projectId);
  // A folder that is not called `projects` is a project itself.
  const own = basename(folder) === "projects" ? back : join(back, basename(folder));
  const stored = await outputOf(new Reading(own));
  rmSync(copy, { recursive: true, force: true });
  const failed = problems.find(({ reason }) => reason.includes("Error"));
  const fault =
    (failed && `${failed.path}: ${failed.reason}`) ??
    (again.inserted + again.updated > 0
      ? `a second import changed ${again.inserted + again.updated} messages`
      : undefined) ??
    (await faultInTrees(store, projectId)) ??
    differenceOf(direct, stored);
  return { fault, messages: first.inserted };
}

async function outputOf(reading) {
  const { envelope, markdown } = await reading.rendered();
  // The name of the folder itself is in the root.
  return { json: JSON.stringify(envelope).replaceAll(JSON.stringify(reading.path).slice(1, -1), ""), markdown };
}

function differenceOf(direct, stored) {
  for (const form of ["json", "markdown"])
    if (direct[form] !== stored[form]) {
      let at = 0;
      while (direct[form][at] === stored[form][at]) at++;
      return `${form} differs: ${direct[form].slice(at, at + 80)} is ${stored[form].slice(at, at + 80)}`;
    }
  return undefined;
}

/** Whether the tree of each session is one: leaves end paths that hold them, and every message is on a path. */
async function faultInTrees(store, projectId) {
  for (const { id } of (await store.sessions({ projectId })).items) {
    const { nodes, leafId } = await store.tree(id);
    const { leaves } = await store.leaves(id);
    const onPaths = new Set();
    for (const { messageId, depth } of leaves) {
      const { items } = await store.path(id, { leafId: messageId });
      if (items.length !== depth || items.at(-1).id !== messageId) return `the path to ${messageId} is wrong`;
      for (const item of items) onPaths.add(item.id);
    }
    if (onPaths.size !== nodes.length) return `${nodes.length - onPaths.size} messages of ${id} are on no path`;
    if (!leaves.some(({ messageId }) => messageId === leafId)) return `the default leaf of ${id} is no leaf`;
  }
  return undefined;
}
