import type { Entry } from "../entry/entry.ts";
import type { Edge } from "./edge.ts";

/** Removes edges to parents that the client named, but that do not say what came before. */
export interface EdgeRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param entries every entry that is no copy, in the order of (path, line).
   * @param parentOf the parent of an entry, in the graph so far.
   * @returns the entries that become roots; place rules decide where they belong.
   */
  cut: (entries: readonly Entry[], parentOf: (entry: Entry) => Entry | undefined) => Iterable<Entry>;
}

/**
 * A local command is cut from the caveat of a command before a compaction. Client 1.0.58 writes one caveat for all
 * commands that it runs.
 *
 * ```shape
 * U1=summary ─ U2=caveat ┬ U3=command ─ U4=stdout ─ U5 ─ A1
 *                        └                                    U7=command ─ U8=stdout ─ U9 ─ A2
 *                                                          U6=summary
 * ```
 *
 * ```threads
 * U1 U2 U3 U4 U5 A1 U6 U7 U8 U9 A2
 * ```
 *
 * The command is placed after the summary, at its own position in the file. Without a summary between them, two
 * commands below one caveat that both lead to a prompt are a choice:
 *
 * ```shape
 * U1=caveat ┬ U2=command ─ U3=stdout ─ U4 ─ A1
 *           └                                    U5=command ─ U6=stdout ─ U7 ─ A2
 * ```
 *
 * ```threads rule=rewind
 * U1 | U2 U3 U4 A1 | U5 U6 U7 A2*
 * ```
 */
export const sharedCaveat: EdgeRule = {
  name: "shared-caveat",
  *cut(entries, parentOf) {
    let path: string | undefined;
    let summaries = 0;
    /** How many summaries the file had before the last command below a caveat. */
    const before = new Map<Entry, number>();
    for (const entry of entries) {
      if (entry.location.path !== path) summaries = 0;
      ({ path } = entry.location);
      if (entry.userKind === "compact-summary") summaries++;
      const caveat = entry.userKind === "command" ? parentOf(entry) : undefined;
      if (caveat?.userKind !== "caveat" || caveat.location.path !== path) continue;
      if ((before.get(caveat) ?? summaries) < summaries) yield entry;
      before.set(caveat, summaries);
    }
  },
};

/** Apply the rules: each edge that is cut becomes one of the kind `cut`. */
export function cutEdges(
  entries: ReadonlyMap<string, Entry>,
  edges: Map<string, Edge>,
  rules: readonly EdgeRule[],
): void {
  const parentOf = ({ id }: Entry) => entries.get(edges.get(id)?.to ?? "");
  for (const { name, cut } of rules)
    for (const { id } of cut([...entries.values()], parentOf)) {
      const edge = edges.get(id);
      if (edge && edge.kind !== "missing") edges.set(id, { ...edge, kind: "cut", rule: name });
    }
}
