import type { Content, FlowContent, Message, Root, Session, ToolCall } from "@ccdag/ccast";
import type { Nodes } from "mdast";
import { toMdast } from "../src/index.ts";

export const time = Date.UTC(2026, 3, 14, 9, 9, 28);
export const text = (value: string): Content => ({ type: "text", value });
export const message = (
  uuid: string,
  role: "user" | "assistant",
  children: Content[],
  more: Partial<Message> = {},
): Message => ({
  type: "message",
  role,
  actor: role === "user" ? "human" : "claude",
  origin: role === "user" ? "prompt" : "reply",
  uuid,
  uuids: [uuid],
  timestamp: time,
  children,
  ...more,
});
export const call = (
  name: string,
  input: unknown,
  result?: Partial<ToolCall["result"]> & { text?: string },
): ToolCall => ({
  type: "toolCall",
  id: "t",
  name,
  input,
  ...(result
    ? {
        result: { type: "toolResult", uuid: "r", children: [{ type: "text", value: result.text ?? "out" }], ...result },
      }
    : {}),
});
export const session = (sessionId: string, children: FlowContent[], more: Partial<Session> = {}): Session => ({
  type: "session",
  sessionId,
  children,
  ...more,
});
export const root = (...children: FlowContent[]): Root => ({ type: "root", children });

/** A document as indented lines. */
export function show(tree: Nodes, depth = 0): string[] {
  const inner = "children" in tree ? tree.children.flatMap((child) => show(child, depth + 1)) : [];
  const value =
    "value" in tree
      ? JSON.stringify(tree.value)
      : "summary" in tree
        ? JSON.stringify(tree.summary)
        : "depth" in tree
          ? tree.depth
          : "url" in tree
            ? tree.url
            : "id" in tree
              ? tree.id
              : "";
  return [`${"  ".repeat(depth)}${tree.type} ${value}`.trimEnd(), ...inner];
}
export const output = (tree: Parameters<typeof toMdast>[0], options = {}) =>
  toMdast(tree, options)
    .children.flatMap((node) => show(node))
    .join("\n");
/** The content of the section of a call. */
export const view = (node: ToolCall) => {
  const [, section] = toMdast(root(session("s", [message("a", "assistant", [node])]))).children.slice(1);
  return show(section!).join("\n");
};
