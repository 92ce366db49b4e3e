// Compares the tables of `ccdag export --to parquet` with what they are made of, by questions in SQL: rows and the account with a
// tree that is read at once, sums with `ccdag usage`. The questions of the guide are asked of Parquet, of CSV and of partitions, and
// must have the same answers.
//   CCDAG_CORPUS  a folder of projects          CCDAG_TRUTH  as for `pnpm turbo run conformance`
//   Without them the bundled sample and scenarios are compared.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "ccdag";
import { account, walk } from "@ccdag/ccast";
import { repositories, sample, scenarios } from "../readings.mjs";
import { countedSql, openTables, questions, statements, usageSql } from "../tables-sql.mjs";

const { CCDAG_CORPUS: corpus, CCDAG_TRUTH: truth } = process.env;
const out = mkdtempSync(join(tmpdir(), "ccdag-tables-"));
const sums = ["calls", "input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "webSearches", "unpriced"];
const faults = [];
const count = { folders: 0, messages: 0, calls: 0, answers: 0 };

process.on("exit", () => rmSync(out, { recursive: true, force: true }));

export function paths() {
  const recorded = scenarios().map(({ path }) => path);
  return [sample, ...(corpus ? [corpus] : []), ...repositories(), ...recorded].filter(existsSync);
}

export function end() {
  for (const fault of faults) console.log(fault);
  console.log(
    `tables: ${count.folders} folders, ${count.messages} messages, ${count.calls} API calls, ${count.answers} answers of the guide; ${faults.length} faults`,
  );
  if (!corpus || !truth)
    console.log("CCDAG_CORPUS and CCDAG_TRUTH are not both set: bundled transcripts were compared, too");
  return { passed: count.folders, failed: faults.length };
}

export async function compare(reading) {
  const folder = reading.path;
  const base = mkdtempSync(join(out, "tables-"));
  const fault = (what, detail) => faults.push(`${folder}: ${what}: ${JSON.stringify(detail)}`);
  // Each form on the corpus; recordings are many and alike.
  const isRecorded = truth !== undefined && folder.startsWith(join(truth, "truth"));
  const forms = isRecorded
    ? { parquet: ["--to", "parquet"] }
    : { parquet: ["--to", "parquet"], lake: ["--to", "parquet", "--partition", "project,month"], csv: ["--to", "csv"] };
  const answers = [];
  for (const [form, options] of Object.entries(forms)) {
    const { code } = await ccdag("export", folder, ...options, "-o", `${base}-${form}/`);
    // There is no conversation in some folders.
    if (code === 2) return;
    const { ask, close } = await openTables(`${base}-${form}`, form);
    const got = [];
    for (const sql of questions())
      got.push(await ask(sql).catch((error) => fault(`${form} cannot answer`, error.message)));
    // In CSV a text that looks like a formula has an apostrophe before it.
    answers.push(JSON.stringify(got).replace(/'(?=[=+@-])/g, ""));
    if (form === "parquet") await compareSums(reading, ask, fault);
    close();
  }
  for (const [at, form] of Object.keys(forms).entries())
    if (answers[at] !== answers[0]) fault(`${form} answers otherwise`, difference(answers[at], answers[0]));
  count.folders++;
  count.answers += answers.length * questions().length;
}

/** Where two texts begin to differ. */
function difference(text, other) {
  const at = [...text].findIndex((_, index) => text[index] !== other[index]);
  return [text, other].map((one) => one.slice(Math.max(0, at - 100), at + 100));
}

async function compareSums(reading, ask, fault) {
  const folder = reading.path;
  for (const [statement, sql] of Object.entries(statements)) {
    const against = await ask(sql);
    if (against.length > 0) fault(statement, against[0]);
  }
  const [counted] = await ask(countedSql);
  const rows = Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, Number(value ?? 0)]));
  const read = await readCounts(reading);
  if (JSON.stringify(rows) !== JSON.stringify(read)) fault("other counts than the tree", [rows, read]);
  count.messages += rows.messages;
  const { total, rows: threads } = JSON.parse((await ccdag("usage", folder, "--json")).stdout);
  count.calls += total.calls;
  equal("usage", await ask(usageSql([])), [total], fault);
  const sessions = threads.filter(({ kind }) => kind === "session").map(({ id, usage }) => ({ session: id, ...usage }));
  equal("usage by session", await ask(usageSql(["session"])), merge(sessions), fault);
  for (const keys of [["model"], ["month", "model"], ["day", "agent-type"], ["project"]]) {
    const { stdout } = await ccdag("usage", folder, "--by", keys.join(","), "--json", "--utc");
    equal(`usage by ${keys.join(",")}`, await ask(usageSql(keys)), JSON.parse(stdout).rows, fault);
  }
}

/** Usage shows projects by their directories, tables by their folders: then the sums are compared alone. */
function equal(what, rows, expected, fault) {
  const [have, want] = [rows, expected].map((all) => all.map(line).sort(byKey));
  const isEqual = (one, at) => one.key === want[at]?.key && Math.abs(one.cost - want[at].cost) < 1e-6;
  if (have.length !== want.length || !have.every(isEqual)) fault(what, [have.slice(0, 3), want.slice(0, 3)]);
}

function line(row) {
  const keys = ["session", "model", "month", "day", "agent-type"].filter((key) => typeof row[key] === "string");
  return {
    key: [...keys.map((key) => row[key]), ...sums.map((key) => Number(row[key] ?? 0))].join(" "),
    cost: Number(row.cost),
  };
}

function byKey(a, b) {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : a.cost - b.cost;
}

/** One id may be that of several sessions. */
function merge(sessions) {
  const merged = new Map();
  for (const one of sessions) {
    const known = merged.get(one.session) ?? { session: one.session };
    for (const key of [...sums, "cost"]) known[key] = (known[key] ?? 0) + one[key];
    merged.set(one.session, known);
  }
  return [...merged.values()];
}

async function readCounts(reading) {
  const file = await reading.file();
  const tree = await reading.tree();
  const { lines, placed, hidden, folded, bookkeeping, malformed } = account(tree, file.data.ledger);
  const nodes = { notice: 0, session: 0, message: 0, compaction: 0, toolCall: 0, lone: 0, agent: 0 };
  walk(tree, (node, parent) => {
    if (node.type in nodes) nodes[node.type]++;
    if (node.type === "toolResult" && parent.type !== "toolCall") nodes.lone++;
  });
  return {
    lines,
    placed,
    hidden,
    folded: folded.length,
    bookkeeping: bookkeeping.length,
    malformed: malformed.length,
    notices: nodes.notice,
    sessions: nodes.session,
    messages: nodes.message + nodes.compaction,
    calls: nodes.toolCall,
    results: nodes.lone,
    agents: nodes.agent,
  };
}

async function ccdag(...args) {
  let stdout = "";
  const io = {
    stdin: (async function* () {})(),
    stdout: async (text) => void (stdout += text),
    stderr: () => {},
    cwd: tmpdir(),
    env: { CCDAG_CACHE: join(out, "cache") },
    isTerminal: false,
  };
  return { code: await run([...args, "--no-cache"], io), stdout };
}
