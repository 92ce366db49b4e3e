import { shapeFiles, type Shown, showThread } from "@ccdag/testkit";
import { walk } from "@ccdag/ccast";
import type { VFileMessage } from "vfile-message";
import {
  buildDag,
  buildSessions,
  type Thread,
  type Entry,
  extractThreads,
  type Extension,
  type ReadOptions,
  parseEntries,
  resolveRules,
  type SessionTree,
  toCcast,
} from "../src/index.ts";

/** Read JSONL texts by path, all the way; with every message that was reported. `named` is the stem of a path. */
export function read(
  files: Readonly<Record<string, string>>,
  extensions: readonly Extension[] = [],
  compaction?: ReadOptions["compaction"],
  named?: string,
) {
  const messages: VFileMessage[] = [];
  const options = {
    rules: resolveRules(extensions),
    compaction,
    named: named === undefined ? undefined : { path: `${named}.jsonl`, isWhole: false },
    report: (message: VFileMessage) => void messages.push(message),
  };
  const entries = Object.entries(files).flatMap(([path, value]) => [
    ...parseEntries(
      { path, value },
      { report: options.report, sources: extensions.flatMap(({ sources = [] }) => sources) },
    ),
  ]);
  const dag = buildDag(entries, options);
  const threads = extractThreads(dag, options);
  const sessions = buildSessions(dag, threads, options);
  return {
    dag,
    threads,
    sessions,
    tree: toCcast(sessions, options),
    messages,
    rules: messages.map(({ ruleId }) => ruleId),
  };
}

/** Read a drawing: one file, or several with `---` between them, of which the user may have named one. */
export function readShape(
  drawing: string,
  extensions: readonly Extension[] = [],
  compaction?: ReadOptions["compaction"],
  named?: string,
) {
  return read(shapeFiles(drawing), extensions, compaction, named);
}

/**
 * The trunks as pictures show them: their parents, the kind of agent, messages that only the queue holds, and the call
 * that a hook belongs to.
 */
export function show({ threads, sessions, tree }: ReturnType<typeof read>): string {
  const calls = new Map<string, string>();
  walk(tree, (node) => {
    if (node.type === "notice" && node.toolUseId?.startsWith("call-")) calls.set(node.uuid!, node.toolUseId.slice(5));
  });
  const output = threads.trunks.map((trunk) => {
    const at = sessions.attachment(trunk)?.at;
    const agent = trunk.info.agent ? `${trunk.info.agent.mode}: ` : "";
    return `${at ? `${at.uuid} → ` : ""}${agent}${showThread(withSpeech(trunk, sessions))}`.replace(
      /\bH\d+\b/g,
      (name) => (calls.has(name) ? `${name}(${calls.get(name)})` : name),
    );
  });
  return output.join("\n");
}

/** A message from the queue comes after its entry, in quotes. */
function withSpeech(thread: Thread, sessions: SessionTree): Shown {
  const spoken = sessions.bookkeepingOf(thread).filter(({ isSpeech }) => isSpeech);
  const after = (entry: Entry | undefined) =>
    spoken.flatMap((one) => (one.after === entry ? { uuid: `"${String(one.record.raw["content"])}"` } : []));
  return {
    entries: [...after(undefined), ...thread.entries.flatMap((entry) => [entry, ...after(entry)])],
    sides: thread.sides.map((side) => ({ isActive: side.isActive, thread: withSpeech(side.thread, sessions) })),
  };
}

/** JSONL of records. */
export function jsonl(...records: ReadonlyArray<Readonly<Record<string, unknown>>>): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
