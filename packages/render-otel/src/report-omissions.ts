import { type Root, walk } from "@ccdag/ccast";
import type { VFile } from "vfile";
import type { TracePlans } from "./plan/plan-traces.ts";

/**
 * Say what a trace cannot hold, in messages of the file: records that are events because the conventions have no span for
 * them, spans whose record has no time, and recorded details that are not in the output.
 */
export function reportOmissions(tree: Root, { traces }: TracePlans, file: VFile): void {
  let events = 0;
  let untimed = 0;
  for (const { spans } of traces)
    for (const span of spans) {
      events += span.events.length;
      if (span.isUntimed) untimed++;
    }
  let details = 0;
  walk(tree, (node) => {
    if (node.type === "toolResult" && node.structured !== undefined) details++;
    if (node.type === "notice" && node.value !== undefined && node.structured !== undefined) details++;
  });
  if (events > 0)
    report(file, "trace-events", `${count(events, "record")} of the client: an event of a span each, not a span`);
  if (details > 0)
    report(file, "trace-details", `${count(details, "result")} with recorded details that are only in --to json`);
  if (untimed > 0)
    report(file, "trace-times", `${count(untimed, "span")} without a time: the time of what was before it`);
}

function report(file: VFile, ruleId: string, reason: string): void {
  file.info(reason, { ruleId, source: "ccdag" });
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
