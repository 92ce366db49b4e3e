import type { Dag } from "../dag/dag.ts";
import { sessionIdOf } from "../entry/session-id.ts";
import type { Entry } from "../entry/entry.ts";
import { isAgentFile } from "../entry/role.ts";
import { family } from "../line/active.ts";
import type { DagLine, LineSet } from "../line/line.ts";
import { newLine } from "../line/walk.ts";
import type { Options } from "../options.ts";
import { report } from "../report.ts";
import { placeLoose } from "./bookkeeping.ts";
import type { Attached, SessionTree } from "./session.ts";
import { firstEntry, sessionAttach } from "./session-attach.ts";
import { findPulls } from "./pulls.ts";
import { findTitles } from "./titles.ts";

/**
 * Attach lines to lines (seed 000, phases 4 and 5). A session whose first own entry hangs on an entry of another
 * session is a child of the line that tells it; so is an agent of the line that bore it; all others are roots.
 *
 * ```text
 * S1: a ─ b ─ c ─ d      S2: e ─ f (e hangs on d)      S3: g (hangs on b)
 * ```
 *
 * @param dag the graph.
 * @param lines its lines.
 * @param options where messages go.
 * @returns the tree of lines, with bookkeeping at its place.
 */
export function buildSessions(dag: Dag, lines: LineSet, options: Options = {}): SessionTree {
  const empty = emptySessions(dag, lines);
  const missing = new Map(dag.missing.map((info) => [newLine(info), info.bornAt!]));
  const trunks = [...lines.trunks, ...empty.keys(), ...missing.keys()];
  const attachments = new Map<DagLine, Attached>();
  for (const line of trunks) {
    const at = empty.get(line) ?? missing.get(line) ?? sessionAttach(line, dag, options);
    const parent = at && lines.lineOf(at.id);
    if (at && parent && parent.info !== line.info) attachments.set(line, { line, at, parent });
  }
  detachCycles(trunks, attachments, options);
  const attached = new Map<DagLine, Attached[]>();
  const firstOf = (line: DagLine) => firstEntry(line) ?? attachments.get(line)?.at;
  const byFirst = (a: DagLine, b: DagLine) =>
    compareFirst(firstOf(a), firstOf(b), dag) || (a.info.id < b.info.id ? -1 : 1);
  for (const line of [...attachments.keys()].sort(byFirst)) {
    const attachment = attachments.get(line)!;
    const list = attached.get(attachment.parent);
    if (list) list.push(attachment);
    else attached.set(attachment.parent, [attachment]);
  }
  const { looseOf, evidence } = placeLoose(dag, lines, trunks, options);
  const titles = findTitles(dag);
  const pulls = findPulls(dag);
  return {
    dag,
    lines,
    roots: trunks.filter((line) => !attachments.has(line)).sort(byFirst),
    attachedTo: (line) => attached.get(line) ?? [],
    attachment: (line) => attachments.get(line),
    looseOf,
    evidence,
    titleOf: (path) => titles.get(path),
    pullsOf: (path) => pulls.get(path),
  };
}

function compareFirst(a: Entry | undefined, b: Entry | undefined, dag: Dag): number {
  return a && b ? dag.compare(a, b) : Number(a === undefined) - Number(b === undefined);
}

/** Files whose every entry is a copy hold nothing of their own; each is an empty session after its last entry. */
function emptySessions(dag: Dag, lines: LineSet): Map<DagLine, Entry> {
  const own = new Set(lines.trunks.map(({ info }) => info.path));
  const last = new Map<string, Entry>();
  for (const { entry, of } of dag.copies)
    if (!own.has(entry.place.path) && !isAgentFile(entry.place.path)) last.set(entry.place.path, of);
  return new Map(
    [...last].map(([path, of]) => [
      newLine({ id: path, path, sessionId: sessionIdOf(path), rule: "file-session" }),
      of,
    ]),
  );
}

/** Two damaged files may each hang on the other: the first is then a root. */
function detachCycles(trunks: readonly DagLine[], attachments: Map<DagLine, Attached>, options: Options): void {
  const trunkOf = new Map(trunks.flatMap((trunk) => family(trunk).map((line) => [line, trunk] as const)));
  const safe = new Set<DagLine>();
  for (const start of trunks) {
    const path = new Set<DagLine>();
    let line: DagLine | undefined = start;
    while (line && !safe.has(line) && !path.has(line)) {
      path.add(line);
      const attachment = attachments.get(line);
      line = attachment && trunkOf.get(attachment.parent);
    }
    if (line && path.has(line)) {
      attachments.delete(line);
      const first = firstEntry(line);
      if (first)
        report(options, "parent-cycle", first.place, "Unexpected cycle of sessions, this one is told on its own");
    }
    for (const done of path) safe.add(done);
  }
}
