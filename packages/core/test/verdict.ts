import type { read } from "./threads.ts";
import { show } from "./threads.ts";

/** All conclusions, one line for each entry, copy and message, to show what a change of a rule changes. */
export function verdict(found: ReturnType<typeof read>): string {
  const { dag, threads, messages } = found;
  const at = ({ location }: { location: { path: string; line: number } }) =>
    `${location.path.replace(/^.*\/|\.jsonl$/g, "")}:${location.line}`;
  const rows: string[] = [];
  for (const entry of dag.entries.values()) {
    const edge = dag.edge(entry.id);
    const judged = threads.judged(entry.id);
    const placed = threads.placed(entry.id);
    const facts = [
      `${at(entry)} ${entry.id === entry.uuid ? entry.id : `${entry.uuid} as ${entry.id.replace(/^.*\//, "")}`}`,
      edge && `${edge.kind} ${edge.to}${edge.rule ? ` by ${edge.rule}${edge.because ? `, ${edge.because}` : ""}` : ""}`,
      judged &&
        `${judged.rule} of ${judged.sides.map(({ id }) => id).join(" ")}` +
          (judged.prompts ? `, prompts ${judged.prompts.map(({ id }) => id).join(" ")}` : "") +
          (judged.below ? `, below ${judged.below}` : "") +
          (judged.resumed ? `, resumed ${judged.resumed.id}` : ""),
      placed && `placed after ${placed.after.id} by ${placed.rule}, ${placed.because}`,
      threads.isResumed(entry.id) && "resumed",
      entry.lentFrom && `words of ${at({ location: entry.lentFrom })}`,
      dag.repeated(entry).size > 0 &&
        `repeats ${[...dag.repeated(entry)].map(([index, of]) => `${index} of ${of.id}`).join(" ")}`,
    ];
    rows.push(facts.filter(Boolean).join(" | "));
  }
  for (const { entry, of, rule, because, isShared } of dag.copies)
    rows.push(
      `${at(entry)} ${isShared ? "kept beside" : "copy of"} ${of.id} by ${rule}${because ? `, ${because}` : ""}`,
    );
  for (const { ruleId, file, line, fatal, reason } of messages)
    rows.push(
      `${fatal === false ? "warning" : "remark"} ${ruleId} ${(file ?? "").replace(/^.*\/|\.jsonl$/g, "")}:${line} ${reason}`,
    );
  const side = threads.trunks.flatMap((trunk) =>
    trunk.sides.map(
      ({ rule, from, after }) => `branch ${rule} from ${from?.id ?? "nothing"} after ${after?.id ?? "nothing"}`,
    ),
  );
  return [...rows, ...side, show(found)].join("\n");
}
