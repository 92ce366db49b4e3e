import type { Details } from "@ccdag/mdast";
import { truncate } from "../cells.ts";
import type { Nodes } from "mdast";
import { type BlockContext, blockLines, narrower } from "./block-lines.ts";
import { type ShownLine, prefixed, type ShownSpan, span } from "./shown-line.ts";
import { agentScheme } from "./phrasing.ts";

/** Which collapsible sections are shown whole. */
export interface Unfolded {
  /** All of them. */
  readonly isAll: boolean;
  /** Thinking. */
  readonly hasThinking: boolean;
  /** The one that holds this anchor. */
  readonly anchor?: string | undefined;
}

/**
 * Write a collapsible section: one line, such as `▸ Edit src/table.ts +10 −1`, or all of it.
 *
 * @param node a call, thinking, what the client put in …
 * @param context the width, and what writes its content.
 * @param unfolded which sections are shown whole.
 * @param names those of the place that it is at: a reply may begin with a call.
 */
export function detailsLines(
  node: Details,
  context: BlockContext,
  unfolded: Unfolded,
  names: readonly string[],
): ShownLine[] {
  const { anchor } = unfolded;
  const { hasAnchor, anchors, stubs } = contentOf(node, anchor);
  const isNamed = hasAnchor || (anchor !== undefined && names.includes(anchor));
  const isOpen = unfolded.isAll || isNamed || (unfolded.hasThinking && node.kind === "thinking");
  const spans = [span(isOpen ? "▾ " : "▸ ", "dim"), ...headOf(node, context.width)];
  if (!isOpen) return [{ spans, names: anchors }, ...blockLines(stubs, { ...context, isJoined: () => true })];
  const inside = prefixed(blockLines(node.children, narrower(context, 2)), span("  "));
  return [{ spans, names: anchors }, ...inside];
}

/** Whether calls stand directly below one another: nobody says anything between them. */
export function areCalls(before: Nodes, node: Nodes): boolean {
  return isFolded(before) && isFolded(node);
}

function isFolded(node: Nodes): boolean {
  if (node.type === "section") return node.landmark.kind === "reply" && node.children.every(isFolded);
  return node.type === "details" || node.type === "anchor";
}

/** What a call is about, on one line, and how it went. */
function headOf({ kind, tool, summary, call, children }: Details, width: number): ShownSpan[] {
  if (kind !== "tool" || tool === undefined) return [span(fitting(summary, width - 2), "dim")];
  const about = commandOf(children) ?? aboutOf(summary, call?.hasFailed === true);
  const failure = call?.hasFailed ? ["✗", call.error].filter(Boolean).join(" ") : "";
  const [added, removed] = changeOf(children);
  const change = added + removed === 0 ? "" : ` +${added} −${removed}`;
  const room = Math.max(8, width - 2 - tool.length - change.length);
  const end = failure === "" ? "" : ` ${fitting(failure, Math.max(1, Math.floor(room / 2)))}`;
  return [
    span(tool, "cyan"),
    span(about === "" ? "" : ` ${fitting(about, room - end.length - 1)}`),
    span(change, "green"),
    span(end, "red"),
  ];
}

/** The text behind the name of the tool; that it failed is said at the end of the line. */
function aboutOf(summary: string, hasFailed: boolean): string {
  const about = /^[^:]*: (.*)$/s.exec(summary)?.[1] ?? "";
  return hasFailed ? about.replace(/ \([^()]*\)$/, "") : about;
}

/** The command of a shell; its description says what somebody believes that it does. */
function commandOf(nodes: readonly Nodes[]): string | undefined {
  const first = nodes.find(({ type }) => type !== "anchor");
  return first?.type === "code" && first.lang === "sh" ? first.value : undefined;
}

/** A text of one line that fits; without a terminal, all of it. */
function fitting(text: string, width: number): string {
  const line = text.replace(/\s+/g, " ");
  return width === Number.POSITIVE_INFINITY ? line : truncate(line, Math.max(1, width));
}

/** How many lines the diffs of a call add and remove. */
function changeOf(nodes: readonly Nodes[]): [added: number, removed: number] {
  let [added, removed] = [0, 0];
  for (const node of nodes)
    if (node.type === "code" && node.lang === "diff")
      for (const line of node.value.split("\n"))
        if (line.startsWith("+")) added++;
        else if (line.startsWith("-")) removed++;
  return [added, removed];
}

/** The anchors in a section, whether one is looked for, and the lines about agents that are elsewhere. */
function contentOf(
  node: Details,
  wanted: string | undefined,
): { hasAnchor: boolean; anchors: string[]; stubs: Nodes[] } {
  const [anchors, stubs]: [string[], Nodes[]] = [[], []];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.type === "anchor") anchors.push(next.id);
    if (next.type === "paragraph" && next.children.some(isAgentLink)) stubs.unshift(next);
    if ("children" in next) for (const child of next.children) open.push(child);
  }
  return { hasAnchor: wanted !== undefined && anchors.includes(wanted), anchors, stubs };
}

function isAgentLink(node: Nodes): boolean {
  return node.type === "link" && node.url.startsWith(agentScheme);
}
