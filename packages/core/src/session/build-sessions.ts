import type { Dag } from "../dag/dag.ts";
import { mainPathOf, sessionIdOf } from "../entry/session-id.ts";
import type { Entry } from "../entry/entry.ts";
import { isAgentFile } from "../entry/role.ts";
import { family } from "../thread/active.ts";
import type { Thread, Threads } from "../thread/thread.ts";
import { createThread } from "../thread/walk.ts";
import type { ReadOptions } from "../read-options.ts";
import { report, type Report } from "../report.ts";
import { defaultRules } from "../rulebook.ts";
import { withDamage } from "./damage.ts";
import { placeBookkeeping } from "./place-bookkeeping.ts";
import type { AttachRule, AttachView } from "./session-rule.ts";
import type { Attachment, SessionTree } from "./session.ts";
import { firstEntry, recordedParent } from "./session-attach.ts";
import { findPulls } from "./pulls.ts";
import { findTitles } from "./titles.ts";

/**
 * Attach threads to threads. A session whose first own entry is a child of an entry of
 * another session is a child of the thread that holds that entry; an agent is a child of the thread that spawned it;
 * all others are roots.
 *
 * ```text
 * S1: a ─ b ─ c ─ d      S2: e ─ f (e is a child of d)      S3: g (a child of b)
 * ```
 *
 * @param dag the graph.
 * @param threads its threads.
 * @param options rules, the compaction policy, and where messages go.
 * @returns the tree of threads, with bookkeeping records placed.
 */
export function buildSessions(dag: Dag, threads: Threads, options: ReadOptions = {}): SessionTree {
  const { rules = defaultRules, compaction = "continue" } = options;
  const view: AttachView = { dag, compaction };
  const empty = emptySessions(dag, threads);
  const missing = new Map(dag.missing.map((info) => [createThread(info), info.spawnedAt!]));
  const trunks = [...threads.trunks, ...empty.keys(), ...missing.keys()];
  const attachments = new Map<Thread, Attachment>();
  for (const thread of trunks) {
    const at = empty.get(thread) ?? missing.get(thread) ?? attachTo(thread, view, rules.attach);
    const parent = at && threads.threadOf(at.id);
    if (at && parent && parent.info !== thread.info) attachments.set(thread, { thread, at, parent });
  }
  const detached = detachCycles(trunks, attachments, options);
  const attached = new Map<Thread, Attachment[]>();
  const firstOf = (thread: Thread) => firstEntry(thread) ?? attachments.get(thread)?.at;
  const byFirst = (a: Thread, b: Thread) =>
    compareFirst(firstOf(a), firstOf(b), dag) || (a.info.id < b.info.id ? -1 : 1);
  for (const thread of [...attachments.keys()].sort(byFirst)) {
    const attachment = attachments.get(thread)!;
    const list = attached.get(attachment.parent);
    if (list) list.push(attachment);
    else attached.set(attachment.parent, [attachment]);
  }
  const { bookkeepingOf, evidence } = placeBookkeeping(withDamage(dag), threads, trunks, rules.bookkeeping);
  const titles = findTitles(dag);
  const pulls = findPulls(dag);
  return {
    dag,
    threads,
    roots: trunks.filter((thread) => !attachments.has(thread)).sort(byFirst),
    attachedTo: (thread) => attached.get(thread) ?? [],
    attachment: (thread) => attachments.get(thread),
    detached,
    bookkeepingOf,
    evidence,
    titleOf: (path) => titles.get(path),
    pullsOf: (path) => pulls.get(path),
  };
}

/** The entry of another thread that a trunk leaves from. Where an agent was spawned has been linked before. */
function attachTo(thread: Thread, view: AttachView, rules: readonly AttachRule[]): Entry | undefined {
  const { spawnedAt, agent } = thread.info;
  if (spawnedAt) return spawnedAt;
  if (agent) return recordedParent(thread, view);
  for (const rule of rules) {
    const at = rule.attach(thread, view);
    if (at) return at;
  }
  return undefined;
}

function compareFirst(a: Entry | undefined, b: Entry | undefined, dag: Dag): number {
  return a && b ? dag.compare(a, b) : Number(a === undefined) - Number(b === undefined);
}

/** Files in which every entry is a copy. Each becomes an empty session after the original of its last entry. */
function emptySessions(dag: Dag, threads: Threads): Map<Thread, Entry> {
  const own = new Set(threads.trunks.map(({ info }) => info.path));
  const last = new Map<string, Entry>();
  for (const { entry, of } of dag.copies) {
    const path = mainPathOf(entry.location.path);
    if (!own.has(path) && !isAgentFile(path)) last.set(path, of);
  }
  return new Map(
    [...last].map(([path, of]) => [
      createThread({ id: path, path, sessionId: sessionIdOf(path), rule: "file-session" }),
      of,
    ]),
  );
}

/**
 * Two damaged files may each be a child of the other. The first of them then becomes a root; an agent only if there is
 * no session among them.
 *
 * @returns the first entries of the threads that became roots.
 */
function detachCycles(
  trunks: readonly Thread[],
  attachments: Map<Thread, Attachment>,
  options: { readonly report?: Report | undefined },
): Set<Entry> {
  const detached = new Set<Entry>();
  const trunkOf = new Map(trunks.flatMap((trunk) => family(trunk).map((thread) => [thread, trunk] as const)));
  const safe = new Set<Thread>();
  for (const start of trunks) {
    const path = new Set<Thread>();
    let at: Thread | undefined = start;
    while (at && !safe.has(at) && !path.has(at)) {
      path.add(at);
      const attachment = attachments.get(at);
      at = attachment && trunkOf.get(attachment.parent);
    }
    if (at && path.has(at)) {
      const cycle = [...path].slice([...path].indexOf(at));
      const thread = cycle.find(({ info }) => info.agent === undefined) ?? at;
      attachments.delete(thread);
      const first = firstEntry(thread);
      if (first) {
        detached.add(first);
        report(options, "parent-cycle", first.location, "Unexpected cycle of sessions, this one becomes a root");
      }
    }
    for (const done of path) safe.add(done);
  }
  return detached;
}
