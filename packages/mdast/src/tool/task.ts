import { asPointer } from "../format.ts";
import { marked } from "../labels.ts";
import type { BlockContent } from "mdast";
import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** View of a call that starts an agent: its prompt and its answer. */
export const agentCall: Tool = {
  title: ({ subagent_type: type, description, name }) =>
    [text(type) || text(name), text(description)].filter(Boolean).join(" – "),
  view(call, state) {
    const { repeats } = call;
    const isRendered = repeats !== undefined && state.isRendered(repeats);
    // In the section of its agent the prompt follows anyway; a later call to the agent links to it.
    const isNext = state.agentsOf(call).some(state.isAgentInline);
    const link =
      isRendered && !isNext
        ? [asPointer(state.paragraph(marked(state.labels.marks.forward, ""), state.link(repeats, state.labels.prompt)))]
        : [];
    const words = isRendered ? link : state.code("text", text(inputOf(call)["prompt"]));
    const result = state.result(call);
    const head = (name: string, blocks: BlockContent[]) =>
      blocks[0]?.type === "code"
        ? [state.paragraph({ type: "strong", children: [{ type: "text", value: name }] }), ...blocks]
        : blocks;
    return [...head(state.labels.prompt, words), ...head(state.labels.answer, result)];
  },
};

/** View of an item of the task board. */
export const taskBoard: Tool = {
  title({ taskId, subject, status, owner, task_id: id }) {
    const number = text(taskId) || text(id);
    const whose = text(owner) && `(${text(owner)})`;
    return [number && `#${number}`, text(subject), text(status), whose].filter(Boolean).join(" ");
  },
  view(call, state) {
    const description = text(inputOf(call)["description"]);
    return [...state.code("text", description), ...state.result(call)];
  },
};

/** View of a script that starts agents. */
export const workflow: Tool = {
  title({ name, script }) {
    const about = ["name", "description"].map(
      (key) => new RegExp(`\\b${key}: *(["'\`])(.*?)\\1`).exec(text(script))?.[2],
    );
    return text(name) || about.filter(Boolean).join(" – ");
  },
  view: (call, state) => [...state.code("js", text(inputOf(call)["script"])), ...state.result(call)],
};
