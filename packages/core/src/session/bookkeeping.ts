import type { Dag } from "../dag/dag.ts";
import type { Entry, Loose } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import type { DagLine, LineSet } from "../line/line.ts";
import { isOff, type Options } from "../options.ts";
import { findSpeech } from "./queue.ts";
import type { PlacedLoose } from "./session.ts";

/** An entry with a message; a local command of the system is one too. */
function speaks({ message, subtype }: Entry): boolean {
  return message !== undefined || subtype === "local_command";
}

/** Where bookkeeping stands. */
export interface LoosePlaces {
  readonly looseOf: (line: DagLine) => readonly PlacedLoose[];
  readonly evidence: readonly Loose[];
}

/**
 * Records without a uuid: queue operations, titles, modes, snapshots, costs. They are no part of the graph, and their
 * only place is that in the file.
 *
 * ```text
 * 5 user "go"   6 mode   7 assistant   8 summary      ⇒ go, mode, answer, summary
 * ```
 *
 * Each stands after the previous entry of its file that has a message, on the line of that entry; before the first, at
 * the head of the session. A `summary` in a file without a conversation goes to the session of its leaf; what else
 * such a file holds is evidence, listed in the account.
 *
 * A prompt that was typed while a turn ran is written to the queue, and by most clients once more as an entry. Where
 * no entry repeats its words, the record is speech, and is told as such: it even makes a session of a file without
 * entries. Each entry answers for one record of the queue that
 * stands before it; notifications are compared by task and status, commands by
 * name.
 *
 * ```shape
 * U1 ─ A1 ────────── U2 ─ A2
 *           L1    L2=U2
 * ```
 *
 * ```lines
 * U1 A1 "L1" U2 A2
 * ```
 *
 * Switched off, nothing in a queue is speech, and all of it stands at the head of its file.
 */
export function placeLoose(dag: Dag, lines: LineSet, trunks: DagLine[], options: Options): LoosePlaces {
  const isPlain = isOff("bookkeeping", options);
  const speech = isPlain ? new Set<Loose>() : findSpeech(dag);
  const trunkOf = new Map<string, DagLine>();
  for (const trunk of trunks) if (!trunkOf.has(trunk.info.path)) trunkOf.set(trunk.info.path, trunk);
  const own = groupBy(dag.entries.values(), ({ place }) => place.path);
  const placed = new Map<DagLine, PlacedLoose[]>();
  const evidence: Loose[] = [];
  for (const [path, ofFile] of groupBy(dag.loose, ({ place }) => place.path)) {
    const entries = isPlain ? [] : (own.get(path) ?? []);
    let next = 0;
    let after: Entry | undefined;
    for (const loose of ofFile) {
      for (; next < entries.length && entries[next]!.place.line < loose.place.line; next++)
        if (speaks(entries[next]!) || after === undefined) after = entries[next];
      const isSpeech = speech.has(loose);
      const line = (after && lines.lineOf(after.id)) ?? trunkOf.get(path) ?? (isSpeech ? open(loose) : leafLine(loose));
      if (line === undefined) evidence.push(loose);
      else put(line, { loose, after, isSpeech });
    }
  }
  return { looseOf: (line) => placed.get(line) ?? [], evidence };

  function put(line: DagLine, loose: PlacedLoose): void {
    const list = placed.get(line);
    if (list) list.push(loose);
    else placed.set(line, [loose]);
  }

  function open({ place: { path } }: Loose): DagLine {
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
    const line: DagLine = { info: { id: path, path, sessionId: name, rule: "bookkeeping" }, entries: [], sides: [] };
    trunks.push(line);
    trunkOf.set(path, line);
    return line;
  }

  function leafLine({ type, raw }: Loose): DagLine | undefined {
    const leaf = type === "summary" && typeof raw["leafUuid"] === "string" ? dag.resolve(raw["leafUuid"]) : undefined;
    return leaf && trunkOf.get(leaf.place.path);
  }
}
