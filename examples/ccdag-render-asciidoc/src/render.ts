import type { Nodes, Root, ToolCall } from "@ccdag/ccast";
import { anchor, collapsible, inline, literal } from "./escape.js";

/** Options of the renderer. */
export interface Options {
  /** The title of the document (default: `Transcript`). */
  title?: string | undefined;
}

/** Render a tree: a section for each session, branch, agent and message, a collapsible section for each call. */
export function renderDocument(tree: Root, { title = "Transcript" }: Options): string {
  const blocks = [`= ${inline(title)}`, ":toc:", ...tree.children.flatMap((node) => renderNode(node, 2))];
  return `${blocks.join("\n\n")}\n`;
}

/** Render a node as blocks, below a heading of a level. */
function renderNode(node: Nodes, level: number): string[] {
  switch (node.type) {
    case "session":
      return [
        heading(level, `session-${node.sessionId}`, `Session ${node.title ?? node.sessionId}`),
        ...back(node.from),
        ...node.children.flatMap((child) => renderNode(child, level + 1)),
      ];
    case "branch":
      return [
        heading(
          level,
          `branch-${node.uuid}`,
          `Branch ${node.uuid.slice(0, 8)}${node.active ? " (continued here)" : ""}`,
        ),
        ...back(node.from),
        ...node.children.flatMap((child) => renderNode(child, level + 1)),
      ];
    case "agent":
      return [
        heading(
          level,
          `agent-${node.agentId}`,
          ["Agent", node.name ?? node.agentType, node.description, node.incomplete ? "(cut off)" : ""]
            .filter(Boolean)
            .join(" "),
        ),
        ...back(node.from),
        ...node.children.flatMap((child) => renderNode(child, level + 1)),
      ];
    case "message":
      return [
        heading(
          level,
          `msg-${node.uuid ?? node.id ?? ""}`,
          [node.actor, time(node.timestamp)].filter(Boolean).join(" · "),
        ),
        ...node.children.flatMap((child) => renderNode(child, level)),
      ];
    case "compaction":
      return [
        heading(level, `msg-${node.uuid}`, "Compaction"),
        ...node.children.flatMap((child) => renderNode(child, level)),
      ];
    case "notice":
      return [collapsible([node.entryType, node.subtype].filter(Boolean).join("/"), literal(node.value ?? ""))];
    case "text":
      return [literal(node.value)];
    case "thinking":
      return [collapsible("Thinking", literal(node.value))];
    case "toolCall":
      return [toolCall(node)];
    case "toolResult":
      return node.children.flatMap((child) => renderNode(child, level));
    case "image":
    case "document":
      return [
        inline(["title" in node ? node.title : undefined, node.type, node.mediaType].filter(Boolean).join(" · ")),
      ];
    default:
      // A node type that a later version adds: keep all of it.
      return [collapsible((node as Nodes).type, literal(JSON.stringify(node, undefined, 2)))];
  }
}

function toolCall({ name, input, result }: ToolCall): string {
  const answer = result ? renderNode(result, 6) : [];
  return collapsible(`${name}${result?.isError ? " (failed)" : ""}`, [literal(json(input)), ...answer].join("\n\n"));
}

function heading(level: number, name: string, title: string): string {
  return `[#${anchor(name)}]\n${"=".repeat(Math.min(level, 6))} ${inline(title)}`;
}

function back(from: { uuid?: string | undefined } | null | undefined): string[] {
  return from?.uuid === undefined ? [] : [`xref:${anchor(`msg-${from.uuid}`)}[where it branches off]`];
}

/** Format a time in UTC, so that the output is the same in every time zone. */
function time(timestamp: number | undefined): string {
  return timestamp === undefined ? "" : new Date(timestamp).toISOString().slice(0, 19).replace("T", " ");
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2) ?? "";
}
