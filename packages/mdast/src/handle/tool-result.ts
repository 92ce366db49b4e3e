import { asPointer } from "../format.ts";
import type { Content, ToolCall, ToolResult } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { marked } from "../labels.ts";
import type { State } from "../types.ts";

/**
 * Render the result of a call. If an agent shows the answer, this is only a link to it. Tool output is always code,
 * never Markdown, whatever it holds.
 */
export function renderResult(call: ToolCall, state: State): BlockContent[] {
  if (call.result?.receipt)
    return state.agentsOf(call).some(state.isAgentInline) ? [] : [emphasis(state.labels.launched, state)];
  if (call.result) return renderAnswer(call.result, state);
  // Hidden results are counted below the message.
  if (call.hidden?.["toolResult"]) return [];
  return [emphasis(state.labels.noResult, state)];
}

/** The content of a result. If an agent shows the text, this is only a link to it; images are always shown. */
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
  // The transcript has only the beginning of the output, and the path of the file with the rest.
  const { whole, children } = result;
  if (whole !== undefined) {
    const first = children.findIndex(({ type }) => type === "text");
    const isRendered = (value: string, at: number) => at === first || whole.includes(value);
    const others = children.filter((child, at) => child.type !== "text" || !isRendered(child.value, at));
    return [...state.output(whole), ...others.flatMap((child) => renderBlock(child, state))];
  }
  return children.flatMap((child) => renderRefused(child, result, state) ?? renderBlock(child, state));
}

/** What a person said when they refused a call is a person's words, not output. */
function renderRefused(child: Content, { feedback = "" }: ToolResult, state: State): BlockContent[] | undefined {
  if (feedback === "" || child.type !== "text" || !child.value.endsWith(feedback)) return undefined;
  const name: BlockContent = state.paragraph({
    type: "strong",
    children: [{ type: "text", value: state.labels.actors.human }],
  });
  return [...state.output(child.value.slice(0, -feedback.length)), name, ...state.markdown(feedback)];
}

function renderBlock(child: Content, state: State): BlockContent[] {
  return child.type === "text" ? state.output(child.value) : state.one(child);
}

/** Handler of a result without a call in its thread. */
export function toolResult(node: ToolResult, state: State): BlockContent[] {
  return state.details(
    [state.labels.result, node.toolUseId].filter(Boolean).join(" "),
    renderOutput(node, state),
    "tool",
  );
}
