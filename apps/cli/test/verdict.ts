import { ccdag } from "@ccdag/processor";
import { VFile } from "vfile";
import type { MaskFile } from "@ccdag/report";

/** The complete result of parsing files, with positions instead of ids and texts. */
export function verdict(files: readonly MaskFile[]): unknown {
  const companions = files.map(({ path, value }) => new VFile({ path, value }));
  const file = new VFile({ path: "all", data: { companions } });
  ccdag().parse(file);
  const index = new Map(files.map(({ path }, position) => [path, position]));
  const messages = companions.flatMap((one) =>
    one.messages.map(({ ruleId, line }) => `${ruleId} ${index.get(one.path)}:${line}`),
  );
  const { dag, threads, sessions } = file.data.transcript!;
  const at = (record: { location: { path: string; line: number } } | undefined) =>
    record && `${index.get(record.location.path)}:${record.location.line}`;
  const all = [...threads.trunks];
  for (const thread of all) for (const side of thread.sides) all.push(side.thread);
  return {
    messages: messages.sort(),
    entries: [...dag.entries.values()].map((entry) => [
      at(entry),
      entry.userKind,
      dag.edge(entry.id)?.kind,
      dag.edge(entry.id)?.rule,
      at(dag.entries.get(dag.edge(entry.id)?.to ?? "")),
      threads.judged(entry.id)?.rule,
      threads.judged(entry.id)?.sides.map(at),
      at(threads.placed(entry.id)?.after),
      threads.placed(entry.id)?.rule,
      [...dag.repeated(entry).keys()],
    ]),
    copies: dag.copies.map(({ entry, of, rule, isShared }) => [at(entry), at(of), rule, isShared]),
    threads: all.map((thread) => [
      thread.entries.map(at),
      thread.sides.map((side) => [side.rule, side.isActive, at(side.from), at(side.after)]),
      thread.info.agent?.mode,
      thread.info.agent?.anchor?.rule,
      at(sessions.attachment(thread)?.at),
      sessions.bookkeepingOf(thread).map(({ record, after, isSpeech }) => [at(record), at(after), isSpeech]),
    ]),
    roots: sessions.roots.map((thread) => at(thread.entries[0])),
    evidence: sessions.evidence.map(at),
  };
}
