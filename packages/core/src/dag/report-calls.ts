import type { Entry, RawBlock } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import { report, type Report } from "../report.ts";
import { blockKey } from "./dedupe/text-key.ts";
import { callIds } from "../thread/fork/call-ids.ts";

/**
 * Report ids that stand for several calls: some gateways count the ids of calls anew in each answer. Each is a call of its
 * own. One remark per file.
 *
 * @param entries every entry that is no copy.
 * @param isRepeated whether a block of an entry is a copy.
 * @param send where messages go.
 */
export function reportCalls(
  entries: Iterable<Entry>,
  isRepeated: (entry: Entry, index: number) => boolean,
  send: Report | undefined,
): void {
  const calling = [...entries].filter((entry) => callIds(entry).length > 0);
  for (const [path, ofFile] of groupBy(calling, ({ location }) => location.path)) {
    const first = new Map<string, RawBlock>();
    const others: Array<{ readonly entry: Entry; readonly id: string }> = [];
    for (const entry of ofFile)
      for (const [index, block] of entry.message!.blocks.entries()) {
        const id = block["id"];
        if (block.type !== "tool_use" || typeof id !== "string" || isRepeated(entry, index)) continue;
        const known = first.get(id);
        if (known === undefined) first.set(id, block);
        else if (blockKey(known) !== blockKey(block)) others.push({ entry, id });
      }
    const [{ entry, id } = {}] = others;
    if (entry === undefined) continue;
    const reason = `Unexpected ${others.length} further ${others.length === 1 ? "call" : "calls"} with an id that another call of ${path} has, the first \`${id}\``;
    report({ report: send }, "call-id-collision", entry.location, reason, "info");
  }
}
