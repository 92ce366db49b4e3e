import { formatMinute, type Zone } from "@ccdag/mdast/time";
import type { Nodes, PhrasingContent } from "mdast";
import { type ShownLine, type Look, type ShownSpan, span } from "./shown-line.ts";

/** What inline content is written with. */
export interface PhrasingContext {
  readonly zone: Zone;
  /** The command that shows an agent, by its id. */
  readonly agentCommand: (agentId: string) => string;
}

/** Begins the address of an agent that is not in the text; the id follows. */
export const agentScheme = "ccdag-agent:";

/**
 * Write inline content.
 *
 * @param nodes the children of a paragraph, a heading or a cell.
 * @param looks how it looks.
 * @param context the zone of times, and how agents are shown.
 * @returns lines, divided where the content has line breaks.
 */
export function phrasingLines(
  nodes: readonly PhrasingContent[],
  looks: readonly Look[],
  context: PhrasingContext,
): ShownLine[] {
  const lines: ShownSpan[][] = [[]];
  const names: string[] = [];
  const add = (text: string, own: readonly Look[]) => {
    if (text !== "") lines.at(-1)!.push(span(text, ...own));
  };
  const addAll = (children: readonly Nodes[], own: readonly Look[]): void => {
    for (const node of children) addOne(node, own);
  };
  const addOne = (node: Nodes, own: readonly Look[]): void => {
    switch (node.type) {
      case "anchor":
        return void names.push(node.id);
      case "break":
        return void lines.push([]);
      case "text":
        return add(textOf(node, context.zone), own);
      case "strong":
        return addAll(node.children, withLook(own, "bold"));
      case "emphasis":
        return addAll(node.children, withLook(own, "italic"));
      case "delete":
        return addAll(node.children, withLook(own, "dim"));
      case "inlineCode":
        return add(oneLine(node.value), withLook(own, "yellow"));
      case "link":
        addAll(node.children, withLook(own, "underline"));
        return add(afterLink(node.url, wordsOf(node.children), context), withLook(own, "dim"));
      case "image":
        return add(`[${node.alt || "image"}]${/^https?:/i.test(node.url) ? ` ${node.url}` : ""}`, own);
      default:
        if ("children" in node) addAll(node.children, own);
        else if ("value" in node) add(oneLine(node.value), own);
    }
  };
  addAll(nodes, looks);
  return lines.map((spans, at) => (at === 0 ? { spans, names } : { spans }));
}

function withLook(looks: readonly Look[], look: Look): Look[] {
  return looks.includes(look) ? [...looks] : [...looks, look];
}

/** Text, or the time that it is, in the zone of the reader. */
function textOf({ value, data }: Extract<Nodes, { type: "text" }>, zone: Zone): string {
  const { hName, hProperties } = (data ?? {}) as { hName?: string; hProperties?: { dateTime?: string } };
  const time = hName === "time" ? Date.parse(hProperties?.dateTime ?? "") : Number.NaN;
  return Number.isNaN(time) ? oneLine(value) : formatMinute(time, zone);
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** What stands behind the words of a link: its address, or how to show an agent. Links within a session lead nowhere here. */
function afterLink(url: string, words: string, { agentCommand }: PhrasingContext): string {
  if (url.startsWith(agentScheme)) return ` · ${agentCommand(url.slice(agentScheme.length).split("#")[0]!)}`;
  return url.startsWith("#") || url === words || url === `mailto:${words}` ? "" : ` (${url})`;
}

/** The text of inline content, without its looks. */
export function wordsOf(nodes: readonly Nodes[]): string {
  return nodes
    .map((node) => ("value" in node ? node.value : "children" in node ? wordsOf(node.children as Nodes[]) : ""))
    .join("");
}
