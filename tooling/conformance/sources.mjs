// Compares what ccdag makes of recordings of other coding agents with what was said there, and with what their files hold.
//   CCDAG_SOURCES  a folder of recordings: `<agent>/<version>/<scenario>/home` as the agent left it, `expected.json` with what was
//                  said, `LIST.txt` with their names, and `score-sources.mjs`, which judges any reader
// - the scorer has nothing to say about `ccdag export <home> --to json`
// - every text with words in a container, read without any rule, is in the tree; the account balances
// - Markdown and pages hold everything that was said, once and in order, and every format can be made
// - the search finds everything that was said
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { account, audit } from "@ccdag/ccast";
import { arrangeClients, clientHomesIn, sourceFor } from "@ccdag/clients";
import { readProject } from "@ccdag/files";
import { openLibrary } from "@ccdag/library";
import { ccdag } from "@ccdag/processor";
import { judge } from "@ccdag/conformance";
import { renderAll } from "./render-all.mjs";

/** What agents write around words: a tree has the words. */
const wrappers = [
  /^<\/?system_notification>$/,
  /^I ran the following shell command:$/,
  /^This produced the following result:$/,
  /^```(?:sh)?$/,
];

const base = process.env.CCDAG_SOURCES;
const began = Date.now();
const sum = { passed: 0, failed: 0, skipped: 0 };
const cache = mkdtempSync(join(tmpdir(), "ccdag-sources-"));
if (base === undefined || base === "") {
  console.log("skipped: CCDAG_SOURCES is not set");
  sum.skipped++;
} else {
  await judgeAll(base);
  score(base);
}
rmSync(cache, { recursive: true, force: true });
mkdirSync(new URL("out/tests/", import.meta.url), { recursive: true });
const report = {
  startTime: began,
  numPassedTests: sum.passed,
  numFailedTests: sum.failed,
  numPendingTests: sum.skipped,
  numTodoTests: 0,
};
writeFileSync(new URL("out/tests/conformance-sources.json", import.meta.url), JSON.stringify(report));
process.exitCode = sum.failed > 0 ? 1 : 0;

async function judgeAll(folder) {
  const names = readFileSync(join(folder, "LIST.txt"), "utf8").split("\n").filter(Boolean);
  const found = { texts: 0, words: 0 };
  for (const name of names) {
    const home = join(folder, name, "home");
    const { readings, faults } = await read(home);
    const trees = readings.map(({ tree }) => tree);
    const texts = await textsOf(home);
    const held = leavesIn(trees);
    const all = [...held].join("\n");
    const lost = [...texts].filter((text) => !held.has(text) && !all.includes(text) && !isUnwrapped(text, all));
    const unfound = await notFound(home, name);
    faults.push(...faultsOfDocuments(readings, JSON.parse(readFileSync(join(folder, name, "expected.json"), "utf8"))));
    found.texts += texts.size;
    found.words += unfound.asked;
    sum.passed += texts.size - lost.length + unfound.asked - unfound.missing.length;
    sum.failed += lost.length + unfound.missing.length + faults.length;
    for (const text of lost) console.log(`lost  ${name}: ${JSON.stringify(text.slice(0, 200))}`);
    for (const text of unfound.missing) console.log(`not found  ${name}: ${JSON.stringify(text)}`);
    for (const fault of faults) console.log(`account  ${name}: ${fault}`);
  }
  console.log(`sources: ${names.length} recordings, ${found.texts} texts of their files, ${found.words} searches`);
}

/** The trees of a home, and what is wrong with their accounts. */
async function read(home) {
  const faults = [];
  const roots = await arrangeClients(clientHomesIn(home), cache, (path, reason) => faults.push(`${path}: ${reason}`));
  const readings = [];
  for (const root of roots) {
    const project = await readProject(root, { sourceFor });
    const tree = ccdag().parse(project);
    const { ledger } = project.data;
    for (const fault of audit(tree, ledger)) faults.push(JSON.stringify(fault));
    if (account(tree, ledger).malformed > 0) faults.push("a line is malformed");
    readings.push({ tree, file: project });
  }
  return { readings, faults };
}

/** What is wrong with the documents of the trees of a home. */
function faultsOfDocuments(readings, expected) {
  const rendered = readings.map(({ tree, file }) => renderAll(file, tree));
  const faults = rendered.flatMap(({ faults: own }) => own);
  for (const format of ["markdown", "html"]) {
    const text = rendered.map((one) => one[format]).join("\n");
    for (const [dimension, found] of Object.entries(judge(text, expected, new Map())))
      for (const one of found) faults.push(`${format}, ${dimension}: ${one}`);
  }
  return faults;
}

/** The texts with words in the containers of conversations. */
async function textsOf(home) {
  const texts = new Set();
  for (const path of readdirSync(home, { recursive: true }).map(String)) {
    const at = join(home, path);
    if (/(?:sessions|chats|session-state)\/.*\.jsonl$/.test(path))
      for (const line of readFileSync(at, "utf8").split("\n")) addTexts(parsed(line), texts);
    else if (path.endsWith("opencode.db"))
      for (const table of ["message", "part"])
        for (const row of await rowsOf(at, `select data from ${table}`)) addTexts(parsed(row), texts);
    else if (path.endsWith("session-store.db"))
      for (const column of ["user_message", "assistant_response"])
        for (const words of await rowsOf(at, `select ${column} from turns`)) addTexts(words, texts);
  }
  return texts;
}

/** The values that a query finds. */
async function rowsOf(database, query) {
  const { DatabaseSync } = await import("node:sqlite").catch(() => ({}));
  if (DatabaseSync === undefined) {
    console.log(`skipped: ${database}, because this Node.js reads no SQLite`);
    sum.skipped++;
    return [];
  }
  // Beside a read-only file no log can be made.
  const copy = mkdtempSync(join(cache, "database-"));
  for (const end of ["", "-wal"])
    if (existsSync(database + end)) writeFileSync(join(copy, `x.db${end}`), readFileSync(database + end));
  const rows = new DatabaseSync(join(copy, "x.db")).prepare(query).all();
  return rows.flatMap((row) => Object.values(row).map(String));
}

/** Add the texts in a value that have words in them; JSON in a text is read, too. */
function addTexts(value, texts) {
  const open = [value];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next === "string") {
      const inner = /^\s*[[{]/.test(next) ? parsed(next) : undefined;
      if (typeof inner === "object" && inner !== null) open.push(inner);
      else if (next.length >= 8 && /\S\s+\S/.test(next)) texts.add(next);
    } else if (typeof next === "object" && next !== null) open.push(...Object.values(next));
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether all lines of a text are held but those that are written around words. */
function isUnwrapped(text, all) {
  const lines = text.split("\n");
  const own = lines.filter((line) => line !== "" && !wrappers.some((wrapper) => wrapper.test(line)));
  return own.length < lines.length && own.every((line) => all.includes(line));
}

/** All texts in trees. */
function leavesIn(trees) {
  const texts = new Set();
  const open = [...trees];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next === "string") texts.add(next);
    else if (typeof next === "object" && next !== null) open.push(...Object.values(next));
  }
  return texts;
}

/** What was said, and the search does not find. */
async function notFound(home, name) {
  const library = await openLibrary({
    env: { HOME: home, XDG_CACHE_HOME: cache },
    cwd: home,
    cache: join(cache, "library"),
  });
  const texts = saidIn(JSON.parse(readFileSync(join(base, name, "expected.json"), "utf8")));
  const missing = [];
  for (const text of texts) {
    let isFound = false;
    for await (const _ of library.search([text])) {
      isFound = true;
      break;
    }
    if (!isFound) missing.push(text);
  }
  return { asked: texts.size, missing };
}

/** The first lines of what was typed and answered, as far as it is in the files. */
function saidIn(expected) {
  const texts = new Set();
  const open = [expected];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next !== "object" || next === null || next.onDisk === false || next.optional === true) continue;
    if ((next.kind === "prompt" || next.kind === "text") && typeof next.text === "string" && next.text.trim() !== "")
      texts.add(next.text.trim().split("\n")[0].slice(0, 80));
    open.push(...Object.values(next));
  }
  return texts;
}

/** Run the scorer of the recordings. */
function score(folder) {
  const program = fileURLToPath(new URL("../../apps/cli/bin.js", import.meta.url));
  const run = `${process.execPath} ${program} export {home} --to json -q`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["score-sources.mjs", "--run", run, "--fails"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, HOME: cache, XDG_CACHE_HOME: join(cache, "score") },
  });
  console.log(stdout.trimEnd());
  const [, all, whole] = /^total\t(\d+)\t.*\t(\d+)$/m.exec(stdout) ?? [];
  if (status !== 0 || all === undefined) console.log(stderr);
  sum.passed += Number(whole ?? 0);
  sum.failed += all === undefined ? 1 : Number(all) - Number(whole);
}
