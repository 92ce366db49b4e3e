import { ccdag } from "@ccdag/processor";
import { VFile } from "vfile";
import type { MaskFile } from "../src/shape/mask.ts";

/** All that was concluded of files, told by positions: nothing in it depends on names or words. */
export function verdict(files: readonly MaskFile[]): unknown {
  const companions = files.map(({ path, value }) => new VFile({ path, value }));
  const file = new VFile({ path: "all", data: { companions } });
  ccdag().parse(file);
  const index = new Map(files.map(({ path }, position) => [path, position]));
  const said = companions.flatMap((one) =>
    one.messages.map(({ ruleId, line }) => `${ruleId} ${index.get(one.path)}:${line}`),
  );
  const { dag, lines, sessions } = file.data.transcript!;
  const at = (record: { place: { path: string; line: number } } | undefined) =>
    record && `${index.get(record.place.path)}:${record.place.line}`;
  const all = [...lines.trunks];
  for (const line of all) for (const side of line.sides) all.push(side.line);
  return {
    said: said.sort(),
    entries: [...dag.entries.values()].map((entry) => [
      at(entry),
      entry.flavour,
      dag.edge(entry.id)?.kind,
      dag.edge(entry.id)?.rule,
      at(dag.entries.get(dag.edge(entry.id)?.to ?? "")),
      lines.judged(entry.id)?.rule,
      lines.judged(entry.id)?.sides.map(at),
      at(lines.placed(entry.id)?.after),
      lines.placed(entry.id)?.rule,
      [...dag.repeated(entry).keys()],
    ]),
    copies: dag.copies.map(({ entry, of, rule, isShared }) => [at(entry), at(of), rule, isShared]),
    lines: all.map((line) => [
      line.entries.map(at),
      line.sides.map((side) => [side.rule, side.isActive, at(side.from), at(side.after)]),
      line.info.agent?.mode,
      line.info.agent?.anchor?.rule,
      at(sessions.attachment(line)?.at),
      sessions.looseOf(line).map(({ loose, after, isSpeech }) => [at(loose), at(after), isSpeech]),
    ]),
    roots: sessions.roots.map((line) => at(line.entries[0])),
    evidence: sessions.evidence.map(at),
  };
}
