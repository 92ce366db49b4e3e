import type { Notice } from "@ccdag/ccast";
import type { BlockContent, PhrasingContent } from "mdast";
import { tally } from "../format.ts";
import { renderRest } from "../rest.ts";
import { threadName } from "../driver/timeline-threads.ts";
import type { State } from "../types.ts";

/** Kinds of records that are shown where they occur. All others are shown at the end of the turn. */
const loud = new Set([
  "api_error",
  "away_summary",
  "informational",
  "hook_blocking_error",
  "hook_system_message",
  "agents_killed",
]);

/** The type of a notice that stands for lines that could not be read. */
const damage = "malformed";

/** Whether a record may wait until the end of the turn. */
export function isQuiet({ entryType, subtype }: Notice): boolean {
  return entryType !== damage && (subtype === undefined || !loud.has(subtype));
}

/** Bookkeeping and temporary states, whose content does not help a reader: they are only counted. */
const counted = new Set([
  "mode",
  "permission-mode",
  "last-prompt",
  "queue-operation",
  "custom-title",
  "ai-title",
  "summary",
  "agent-name",
  "progress",
]);

/** How many characters of a damaged line are lost; absent if the line is lost as a whole. */
function lostOn({ structured }: Notice): number | undefined {
  const lost =
    typeof structured === "object" && structured !== null && "lost" in structured ? structured.lost : undefined;
  return typeof lost === "number" ? lost : undefined;
}

/** Render consecutive records in one collapsible section: the number of each kind, and their text. */
export function renderNotices(run: readonly Notice[], state: State): BlockContent[] {
  const anchors = run.flatMap(({ uuid }) => state.anchorIfLinked(uuid));
  const rendered = run.filter(
    (node) =>
      (state.complete && node.structured !== undefined) ||
      (node.value !== undefined && node.value.trim() !== "" && !counted.has(node.entryType)),
  );
  const [only] = run;
  if (only?.entryType === damage) {
    const path = typeof only.data === "object" ? (only.data.path ?? "") : "";
    return [
      state.paragraph({
        type: "strong",
        children: [{ type: "text", value: state.labels.damaged(path, only.value ?? "", lostOn(only)) }],
      }),
    ];
  }
  const line = only && threadName(only, state);
  const mark = line === undefined ? "" : ` · ${line}`;
  if (run.length === 1 && rendered.length === 1)
    return state.details(`${headOf(only!, state)}${mark}`, [...anchors, ...contentOf(only!, state)], "record");
  const body = [
    ...anchors,
    state.paragraph({ type: "inlineCode", value: tally(run.map(nameOf)) }),
    ...rendered.flatMap((node) => notice(node, state)),
  ];
  return state.details(`${state.labels.records} (${run.length})${mark}`, body, "record");
}

/** Handler of a record: its kind, its time and its text. */
export function notice(node: Notice, state: State): BlockContent[] {
  const head: PhrasingContent = { type: "inlineCode", value: nameOf(node) };
  return [state.paragraph(head, ...state.when(node.timestamp, " · ")), ...contentOf(node, state)];
}

/** What every record has, and what its heading or its thread says. */
const common = new Set(
  "type subtype uuid parentUuid sessionId timestamp cwd gitBranch version userType isSidechain agentId".split(" "),
);

/** The text of a record, and what its text omits. */
function contentOf({ value = "", structured, subtype }: Notice, state: State): BlockContent[] {
  const fields = typeof structured === "object" && structured !== null ? Object.entries(structured) : [];
  const own = Object.fromEntries(fields.filter(([key]) => !common.has(key)));
  return [...state.output(value), ...renderRest(own, [value, subtype ?? ""], state)];
}

function headOf(node: Notice, state: State): string {
  return [nameOf(node), state.time(node.timestamp)].filter(Boolean).join(" · ");
}

function nameOf({ entryType, subtype }: Notice): string {
  return subtype === undefined ? entryType : `${entryType}/${subtype}`;
}
