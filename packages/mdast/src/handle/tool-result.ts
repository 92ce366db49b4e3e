import { asPointer } from "../format.ts";
import type { Content, ToolCall, ToolResult } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { marked } from "../labels.ts";
import type { State } from "../types.ts";

/** The result of a call; of an agent's answer that is told here only where. Tool output is never read as Markdown: it is code, whatever is in it. */
export function renderResult(call: ToolCall, state: State): BlockContent[] {
  if (call.result?.receipt)
    return state.agentsOf(call).some(state.isAgentInline) ? [] : [emphasis(state.labels.launched, state)];
  if (call.result) return renderAnswer(call.result, state);
  // What was recorded and is not told is counted below the message.
  if (call.hidden?.["toolResult"]) return [];
  return [emphasis(state.labels.noResult, state)];
}

/** The words of a result: where an agent tells them, only where that is. Images are told in any case. */
function renderAnswer(result: ToolResult, state: State): BlockContent[] {
  const { repeats, answer, children } = result;
  const isRendered = repeats !== undefined && state.isRendered(repeats);
  if (!isRendered && answer === undefined) return renderOutput(result, state);
  const words = isRendered
    ? [asPointer(state.paragraph(marked(state.labels.marks.forward, ""), state.link(repeats, state.labels.answer)))]
    : state.output(answer!);
  return [...words, ...state.all(children.filter(({ type }) => type !== "text"))];
}

function emphasis(value: string, state: State): BlockContent {
  return state.paragraph({ type: "emphasis", children: [{ type: "text", value }] });
}

function renderOutput(result: ToolResult, state: State): BlockContent[] {
  // The transcript has only the beginning of it, and where the rest is.
  const { whole, children } = result;
  if (whole !== undefined) {
    const first = children.findIndex(({ type }) => type === "text");
    const isRendered = (value: string, at: number) => at === first || whole.includes(value);
    const others = children.filter((child, at) => child.type !== "text" || !isRendered(child.value, at));
    return [...state.output(whole), ...others.flatMap((child) => renderBlock(child, state))];
  }
  return children.flatMap((child) => renderBlock(child, state));
}

function renderBlock(child: Content, state: State): BlockContent[] {
  return child.type === "text" ? state.output(child.value) : state.one(child);
}

/** A result that no call on its line asked for. */
export function toolResult(node: ToolResult, state: State): BlockContent[] {
  return state.details(
    [state.labels.result, node.toolUseId].filter(Boolean).join(" "),
    renderOutput(node, state),
    "tool",
  );
}
