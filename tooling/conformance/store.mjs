// Imports every recorded scenario and the public transcripts into a store, reads them back, and compares with the files: the tree
// and the account as JSON, the Markdown, and so every score. It fails for the first difference of each.
//   CCDAG_TRUTH, CCDAG_CORPUS  folders, as for the other checks (default: the bundled scenarios)
//   DATABASE_URL               a PostgreSQL server (default: only PGlite)
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readProject } from "@ccdag/files";
import { checkOut, importFolder, openStore } from "@ccdag/server";
import { renderAll } from "./render-all.mjs";

const { CCDAG_TRUTH, CCDAG_CORPUS, DATABASE_URL } = process.env;
const folders = [...scenarios(CCDAG_TRUTH), ...foldersIn(CCDAG_CORPUS)];
if (DATABASE_URL === undefined) console.log("store: DATABASE_URL is not set, so PostgreSQL is skipped");
for (const where of [undefined, ...(DATABASE_URL === undefined ? [] : [DATABASE_URL])]) await compareAll(where);

async function compareAll(where) {
  const store = await openStore(where);
  const place = mkdtempSync(join(tmpdir(), "ccdag-store-"));
  let faults = 0;
  let messages = 0;
  try {
    for (const folder of folders) {
      const found = await compare(store, folder, join(place, randomUUID()));
      messages += found.messages;
      if (found.fault === undefined) continue;
      faults++;
      console.log(`FAULT ${folder}: ${found.fault}`);
    }
  } finally {
    await store.close();
    rmSync(place, { recursive: true, force: true });
  }
  const name = where === undefined ? "PGlite" : "PostgreSQL";
  console.log(`store over ${name}: ${folders.length} folders, ${messages} messages, ${faults} faults`);
  if (faults > 0) process.exitCode = 1;
}

/** Import a folder as a project of its own, read it back, and compare. */
async function compare(store, folder, place) {
  const projectId = randomUUID();
  const problems = [];
  const first = await importFolder(store, folder, { projectId, report: (problem) => problems.push(problem) });
  const again = await importFolder(store, folder, { projectId, isAgain: true });
  const { folder: back } = await checkOut(store, place, projectId);
  // A folder that is not called `projects` is a project itself.
  const own = basename(folder) === "projects" ? back : join(back, basename(folder));
  const [direct, stored] = [await outputOf(folder), await outputOf(own)];
  rmSync(place, { recursive: true, force: true });
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

async function outputOf(folder) {
  const { envelope, markdown } = renderAll(await readProject(folder));
  // The name of the folder itself is in the root.
  return { json: JSON.stringify(envelope).replaceAll(JSON.stringify(folder).slice(1, -1), ""), markdown };
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

function scenarios(base) {
  if (base === undefined) {
    const bundled = fileURLToPath(new URL("../fixtures/scenarios/", import.meta.url));
    return readdirSync(bundled).map((name) => join(bundled, name, "projects"));
  }
  const names = readFileSync(join(base, "LIST.txt"), "utf8").split("\n").filter(Boolean);
  return names.map((name) => join(base, "truth", name, "projects"));
}

/** The repositories of the corpus, as copies of the folder of projects would be imported. */
function foldersIn(base) {
  if (base === undefined || !existsSync(base)) return [];
  return readdirSync(base, { withFileTypes: true }).flatMap((item) =>
    item.isDirectory() ? [join(base, item.name)] : [],
  );
}
