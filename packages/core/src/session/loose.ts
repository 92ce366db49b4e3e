import type { Dag } from "../dag/dag.ts";
import type { Entry, Loose } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import type { DagLine, LineSet } from "../line/line.ts";
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
 * Place records without a uuid (rule bookkeeping): by file position, after the previous entry of their file's own
 * line; before the first, at the head of the session. A `summary` of a file without conversation goes to the session
 * of its leaf; what else such a file holds is evidence, listed in the account. Speech that no entry repeats makes a
 * session even of a file without entries.
 */
export function placeLoose(dag: Dag, lines: LineSet, trunks: DagLine[]): LoosePlaces {
  const speech = findSpeech(dag);
  const trunkOf = new Map<string, DagLine>();
  for (const trunk of trunks) if (!trunkOf.has(trunk.info.path)) trunkOf.set(trunk.info.path, trunk);
  const own = groupBy(dag.entries.values(), ({ place }) => place.path);
  const placed = new Map<DagLine, PlacedLoose[]>();
  const evidence: Loose[] = [];
  for (const [path, ofFile] of groupBy(dag.loose, ({ place }) => place.path)) {
    const entries = own.get(path) ?? [];
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
    const line: DagLine = { info: { id: path, path, sessionId: name }, entries: [], sides: [] };
    trunks.push(line);
    trunkOf.set(path, line);
    return line;
  }

  function leafLine({ type, raw }: Loose): DagLine | undefined {
    const leaf = type === "summary" && typeof raw["leafUuid"] === "string" ? dag.resolve(raw["leafUuid"]) : undefined;
    return leaf && trunkOf.get(leaf.place.path);
  }
}
