import type { ToolCall } from "@ccdag/ccast";
import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** View of a message to a teammate or to the lead. The result is shown only if the delivery failed. */
export const sendMessage: Tool = {
  title: ({ to, recipient, summary, type }) =>
    [text(to) || text(recipient), text(summary) || (text(type) === "message" ? "" : text(type))]
      .filter(Boolean)
      .join(" – "),
  view(call, state) {
    const { message, content } = inputOf(call);
    const words = text(message) || text(content);
    if (words === "") return [...state.code("json", JSON.stringify(call.input, undefined, 2)), ...state.result(call)];
    return [...state.markdown(words), ...(isDelivered(call) ? [] : state.result(call))];
  },
};

function isDelivered({ result }: ToolCall): boolean {
  const words = result?.children.find((child) => child.type === "text");
  return result?.isError !== true && words?.type === "text" && /^\s*\{\s*"success"\s*:\s*true\b/.test(words.value);
}

/** View of a call that creates or deletes a team. */
export const team: Tool = {
  title: ({ team_name: name, description }) => [text(name), text(description)].filter(Boolean).join(" – "),
  view: (call, state) => state.result(call),
};
