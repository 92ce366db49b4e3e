import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** A delegation to an agent: what it was asked; what it answered. */
export const agentCall: Tool = {
  title: ({ subagent_type: type, description, name }) =>
    [text(type) || text(name), text(description)].filter(Boolean).join(" – "),
  view: (call, state) => [...state.code("text", text(inputOf(call)["prompt"])), ...state.result(call)],
};

/** An item of the task board. */
export const taskBoard: Tool = {
  title({ taskId, subject, status, task_id: id }) {
    const number = text(taskId) || text(id);
    return [number && `#${number}`, text(subject), text(status)].filter(Boolean).join(" ");
  },
  view(call, state) {
    const description = text(inputOf(call)["description"]);
    return [...state.code("text", description), ...state.result(call)];
  },
};
