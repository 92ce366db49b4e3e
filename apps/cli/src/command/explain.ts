import type { Entry } from "@ccdag/core";
import { ccdag, type Transcript } from "@ccdag/processor";
import { CallError, exit, type Io } from "../io.ts";
import { load } from "../load.ts";
import type { Verbosity } from "../messages.ts";

/** `ccdag explain`: where an entry went, and by which rule. */
export async function runExplain(uuid: string, input: string | undefined, _: Verbosity, io: Io): Promise<number> {
  // A place names its file, so no other input is needed.
  const { file } = await load(input ?? /^(.+\.jsonl):\d+$/.exec(uuid)?.[1], io);
  const processor = (io.processor ?? ccdag)();
  processor.parse(file);
  const { transcript } = file.data;
  const lines = explain(uuid, transcript!);
  if (lines.length === 0)
    throw new CallError(`Unexpected uuid \`${uuid}\`, no file of \`${input ?? io.cwd}\` holds it`);
  await io.stdout(`${lines.join("\n")}\n`);
  return exit.done;
}

/**
 * What can be said of every record that is meant: by its uuid, by `<path>:<line>`, or by the beginning of a uuid as
 * documents show it, where nothing has it whole.
 */
function explain(wanted: string, { dag, lines, sessions }: Transcript): string[] {
  const told: string[] = [];
  const beginning = /^[\w-]{8,}$/.test(wanted) ? wanted : undefined;
  const isExact = [...dag.entries.values(), ...dag.copies.map(({ entry }) => entry)].some(isWhole);
  const isMeant = (entry: Entry) =>
    isWhole(entry) || (!isExact && beginning !== undefined && entry.uuid?.startsWith(beginning));
  for (const entry of dag.entries.values()) if (isMeant(entry)) told.push(...ofEntry(entry));
  for (const { entry, of, rule, isShared } of dag.copies)
    if (isMeant(entry) && !isShared)
      told.push(`${place(entry)}  ${kind(entry)}`, `  folded into ${of.id} at ${place(of)} (${rule})`);
  for (const loose of dag.loose)
    if (isPlace(loose))
      told.push(`${place(loose)}  ${loose.type}`, "  has no uuid: placed by its position in the file (bookkeeping)");
  return told;

  function isWhole(entry: Entry): boolean {
    return entry.uuid === wanted || entry.id === wanted || isPlace(entry);
  }

  /** A place may be written from the folder that was asked for, or from further up or down. */
  function isPlace(record: Pick<Entry, "place">): boolean {
    const at = place(record);
    return at === wanted || wanted.endsWith(`/${at}`) || (wanted.includes(".jsonl:") && at.endsWith(`/${wanted}`));
  }

  function ofEntry(entry: Entry): string[] {
    const line = lines.lineOf(entry.id);
    const said = [`${place(entry)}  ${kind(entry)}`];
    if (line) {
      const agent = line.info.agent ? `, agent ${line.info.agent.agentId}` : "";
      const at = line.entries.indexOf(entry);
      said.push(`  told on the line of session ${line.info.sessionId}${agent}, ${at + 1} of ${line.entries.length}`);
      const side = sidesOf().find((one) => one.line === line);
      if (side)
        said.push(
          `  in the branch that leaves from ${side.from?.id ?? "nothing"} (${side.rule}${side.isActive ? ", active" : ""})`,
        );
    }
    const edge = dag.edge(entry.id);
    if (edge)
      said.push(`  hangs on ${edge.to}: ${edge.kind}${edge.rule ? ` (${edge.rule}: ${edge.because ?? ""})` : ""}`);
    else said.push("  has no recorded parent");
    const placed = lines.placed(entry.id);
    if (placed) said.push(`  placed after ${placed.after.id} at ${place(placed.after)} (${placed.rule})`);
    const judged = lines.judged(entry.id);
    if (judged)
      said.push(
        `  forks: ${dag
          .children(entry.id)
          .map(({ id }) => id)
          .join(", ")} (${judged.rule})`,
      );
    for (const copy of dag.copies)
      if (copy.of === entry && copy.entry !== entry) said.push(`  also at ${place(copy.entry)} (${copy.rule})`);
    return said;
  }

  function sidesOf() {
    const all = new Set([...lines.trunks, ...sessions.roots]);
    const sides = [];
    for (const line of all)
      for (const side of line.sides) {
        sides.push(side);
        all.add(side.line);
      }
    return sides;
  }
}

function place({ place: { path, line } }: Pick<Entry, "place">): string {
  return `${path}:${line}`;
}

function kind({ type, subtype, flavour }: Entry): string {
  return [type, subtype ?? flavour].filter(Boolean).join("/");
}
