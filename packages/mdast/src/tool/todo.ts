import type { BlockContent, ListItem } from "mdast";
import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** View of a todo list, as a checklist. */
export const todo: Tool = {
  title({ todos }) {
    if (!Array.isArray(todos)) return undefined;
    const done = (todos as unknown[]).filter((item) => statusOf(item) === "completed").length;
    return `${done} of ${todos.length} done`;
  },
  view(call, state) {
    const { todos } = inputOf(call);
    if (!Array.isArray(todos) || todos.length === 0) return state.result(call);
    const children = (todos as unknown[]).map(toItem);
    const list: BlockContent = { type: "list", ordered: false, spread: false, children };
    return call.result?.isError ? [list, ...state.result(call)] : [list];
  },
};

function toItem(item: unknown): ListItem {
  const value =
    typeof item === "object" && item !== null && "content" in item ? text(item.content) : JSON.stringify(item);
  const status = statusOf(item);
  const words = status === "in_progress" ? `${value} (in progress)` : value;
  const paragraph = { type: "paragraph" as const, children: [{ type: "text" as const, value: words }] };
  return { type: "listItem", checked: status === "completed", spread: false, children: [paragraph] };
}

function statusOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "status" in item ? item.status : undefined;
}
