import { oneLine } from "../one-line.ts";
import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** View of a plan that was shown to the user, as Markdown. */
export const plan: Tool = {
  title: ({ plan: words }) =>
    oneLine(
      text(words)
        .replace(/^[#\s]+/, "")
        .split("\n")[0] ?? "",
    ),
  view: (call, state) => [...state.markdown(text(inputOf(call)["plan"])), ...state.result(call)],
};

/** View of questions to the user, with the options. */
export const question: Tool = {
  title: (input) => questionsOf(input)[0]?.question,
  view(call, state) {
    const rendered = questionsOf(inputOf(call)).flatMap(({ question: words, options }) => [
      ...state.markdown(words),
      ...(options.length > 0 ? state.markdown(options.map((option) => `- ${oneLine(option, 200)}`).join("\n")) : []),
    ]);
    return [...rendered, ...state.result(call)];
  },
};

function questionsOf({ questions }: Readonly<Record<string, unknown>>): Array<{ question: string; options: string[] }> {
  if (!Array.isArray(questions)) return [];
  return (questions as unknown[]).map((one) => {
    const { question: words, options } = (typeof one === "object" && one !== null ? one : {}) as Record<
      string,
      unknown
    >;
    const labels = Array.isArray(options) ? (options as unknown[]).map(labelOf) : [];
    return { question: text(words), options: labels };
  });
}

function labelOf(option: unknown): string {
  if (typeof option !== "object" || option === null) return String(option);
  const { label, description } = option as Record<string, unknown>;
  return [text(label), text(description)].filter(Boolean).join(": ");
}
