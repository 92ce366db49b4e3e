import type { Content, FlowContent, Message, Session, ToolCall } from "@ccdag/ccast";
import * as kit from "@ccdag/testkit";
import type { Nodes } from "mdast";
import { toMdast } from "../src/index.ts";

export const time = Date.UTC(2026, 3, 14, 9, 9, 28);
export { text, tree as root } from "@ccdag/testkit";
export const message = (
  uuid: string,
  role: "user" | "assistant",
  children: Content[],
  more: Partial<Message> = {},
): Message => (role === "user" ? kit.message : kit.answer)({ uuid, timestamp: time, ...more }, ...children);
export const call = (
  name: string,
  input: unknown,
  result?: Partial<ToolCall["result"]> & { text?: string },
): ToolCall => {
  const { text: words = "out", ...about } = result ?? {};
  return kit.toolCall({ name, id: "t" }, input, result && kit.toolResult({ uuid: "r", ...about }, words));
};
export const session = (sessionId: string, children: FlowContent[], more: Partial<Session> = {}): Session =>
  kit.session({ sessionId, ...more }, ...children);

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
  const [, section] = toMdast(kit.tree(session("s", [message("a", "assistant", [node])]))).children.slice(1);
  return show(section!).join("\n");
};
