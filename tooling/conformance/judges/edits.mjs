// Applies the patches of recorded sessions with `git apply` to the first content of each file, and compares the result with the
// last one; and compares the edits with the raw records: each call that changed a file is listed once.
//   CCDAG_CORPUS  a folder of projects          CCDAG_TRUTH  as for `pnpm turbo run conformance`
// Without them the bundled sample is used.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { editsOf, patchOf, pathFromBeginning, sessionPaths } from "@ccdag/edits";
import { foldersIn, repositories, sample, scenarios } from "../readings.mjs";

const { CCDAG_CORPUS: corpus, CCDAG_TRUTH: truth } = process.env;
const editNames = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);
const count = {
  confirmed: 0,
  sessions: 0,
  files: 0,
  edits: 0,
  lost: 0,
  whole: 0,
  each: 0,
  partial: 0,
  none: 0,
  failed: 0,
};
const reasons = new Map();

export const paths = () => [
  ...(corpus === undefined ? foldersIn(sample) : repositories()),
  ...(truth === undefined ? [] : scenarios().map(({ path }) => path)),
];

export async function compare(reading) {
  const folder = reading.path;
  const file = await reading.file();
  const tree = await reading.tree();
  if (tree.children.length === 0) return;
  compareWithRecords(folder, tree, file.data.companions);
  for (const path of sessionPaths(tree)) {
    const { sessionId } = path.session;
    judge(folder, editsOf(pathFromBeginning(tree, path), { sessionId }));
  }
}
export function end() {
  console.log(
    `edits: ${count.edits} in ${count.files} files of ${count.sessions} sessions, ${count.lost} calls not listed, ` +
      `${count.confirmed} contents as the next record says; ` +
      `${count.whole} files whole, ${count.partial} in part, ${count.none} in no patch; ` +
      `applied: ${count.whole} by file, ${count.each} edit by edit, ${count.failed} failed`,
  );
  console.log(`reasons: ${[...reasons].map(([kind, files]) => `${files} ${kind}`).join(", ") || "none"}`);
  return { passed: count.edits, failed: count.lost + count.failed };
}

/** Every call of a tool that changes files, whose result is no error, is an edit somewhere in the tree. */
function compareWithRecords(folder, tree, files) {
  const listed = new Set(editsOf(tree).files.flatMap(({ edits }) => edits.map(({ toolUseId }) => toolUseId)));
  const called = new Set();
  const blocks = files.filter(({ path }) => path.endsWith(".jsonl")).flatMap(blocksOf);
  for (const { type, id, name } of blocks) if (type === "tool_use" && editNames.has(name)) called.add(id);
  const lost = blocks.filter(
    ({ type, tool_use_id: id, is_error: isError }) =>
      type === "tool_result" && !isError && called.has(id) && !listed.has(id),
  );
  count.lost += lost.length;
  for (const { tool_use_id: id } of lost) console.log(`not listed: ${id} in ${folder}`);
}

function blocksOf({ value }) {
  return Buffer.from(value ?? "")
    .toString()
    .split("\n")
    .flatMap((line) => {
      try {
        const content = JSON.parse(line).message?.content;
        return Array.isArray(content) ? content : [];
      } catch {
        return [];
      }
    });
}

function judge(folder, report) {
  if (report.files.length === 0) return;
  count.sessions++;
  const { files } = patchOf(report);
  for (const [index, { edits }] of report.files.entries()) {
    count.files++;
    count.edits += edits.length;
    // What the next record says was there is what the edit before it was computed to leave.
    const isConfirmed = ({ before, isChangedOutside }, at) =>
      before.evidence === "recorded" && !isChangedOutside && edits[at - 1]?.after.evidence !== undefined;
    count.confirmed += edits.filter(isConfirmed).length;
    count[files[index].result]++;
    for (const { kind } of files[index].reasons) reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
  }
  apply(folder, report, (_, { result }) => result === "whole", false);
  count.each += apply(folder, report, isKnown, true);
}

/** Whether the content before and after each edit is known. */
function isKnown({ edits }, { result }) {
  return result === "whole" && edits.every(({ before, after }) => before.evidence && after.evidence);
}

/** Apply the patch of some files to their first content. Returns the number of files that then have the last one. */
function apply(folder, report, isChosen, each) {
  const all = patchOf(report).files;
  const chosen = report.files.filter((file, index) => isChosen(file, all[index]));
  const { text, files } = patchOf({ ...report, files: chosen }, { each });
  if (chosen.length === 0) return 0;
  const place = mkdtempSync(join(tmpdir(), "ccdag-edits-"));
  try {
    for (const [index, { edits }] of chosen.entries()) {
      const path = join(place, files[index].name);
      mkdirSync(dirname(path), { recursive: true });
      if (edits[0].before.content !== null) writeFileSync(path, edits[0].before.content);
    }
    // No repository above, and no setting of this machine, changes what is done.
    const env = {
      ...process.env,
      GIT_CEILING_DIRECTORIES: tmpdir(),
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    };
    const isEmpty = !/^diff --git /m.test(text);
    const { status, stderr } = isEmpty
      ? { status: 0 }
      : spawnSync("git", ["apply"], { cwd: place, input: text, encoding: "utf8", env });
    const wrong = chosen.filter(
      ({ edits }, index) => contentOf(join(place, files[index].name)) !== edits.at(-1).after.content,
    );
    const found = status === 0 ? wrong.map(({ path }) => path) : [stderr];
    count.failed += found.length;
    for (const one of found) console.log(`not applied${each ? ", edit by edit" : ""}: ${one} of ${folder}`);
    return chosen.length - wrong.length;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function contentOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
