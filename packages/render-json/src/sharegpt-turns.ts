import type { ApiBlock, ApiMessage } from "./api-conversation.ts";
import { count, type Counts } from "./omitted.ts";

/** A turn: who it is from, and what was said. */
export interface ShareGptTurn {
  /**
   * `human` is a person, `gpt` the model. The value of `function_call` is JSON: `{"name", "arguments"}`, or an array of them; words
   * before it are as in `Words<tool_call>JSON</tool_call>`. The value of `observation` is what the tool answered, of several calls a
   * JSON array of texts.
   */
  from: "human" | "gpt" | "function_call" | "observation";
  value: string;
}

/**
 * Convert messages of the API to turns. Readers skip a conversation in which people and the model do not alternate, or that does
 * not end with the model.
 *
 * @param messages the messages: the user begins, roles alternate.
 * @param counts where what the turns omit, and what is added to them, is counted by kind.
 */
export function toTurns(
  messages: readonly ApiMessage[],
  { omitted, added }: { readonly omitted: Counts; readonly added: Counts },
): ShareGptTurn[] {
  const turns: ShareGptTurn[] = [];
  for (const { role, content } of messages) {
    const text = textOf(content, omitted);
    if (role === "assistant") turns.push(answerOf(text, content, omitted));
    else for (const turn of questionOf(text, content, omitted, added)) turns.push(turn);
  }
  if (turns.length % 2 === 1) {
    turns.pop();
    count(omitted, "turn without an answer");
  }
  return turns;
}

/** What a person or tools said. A person who speaks after a tool needs an answer of the model between them. */
function questionOf(text: string, content: readonly ApiBlock[], omitted: Counts, added: Counts): ShareGptTurn[] {
  const results = content.filter(({ type }) => type === "tool_result");
  if (results.length === 0) {
    if (text === "") count(added, "text");
    return [{ from: "human", value: text === "" ? "(What was attached is not shown.)" : text }];
  }
  const texts = results.map((result) => {
    if (result["is_error"] === true) count(omitted, "error mark");
    return textOf(result["content"] as ApiBlock[] | string, omitted);
  });
  const observation = { from: "observation", value: texts.length === 1 ? texts[0]! : JSON.stringify(texts) } as const;
  if (text === "") return [observation];
  count(added, "answer");
  return [observation, { from: "gpt", value: "(No answer was recorded.)" }, { from: "human", value: text }];
}

function answerOf(text: string, content: readonly ApiBlock[], omitted: Counts): ShareGptTurn {
  const calls = content.flatMap(({ type, name, input }) => (type === "tool_use" ? [{ name, arguments: input }] : []));
  if (calls.length === 0) return { from: "gpt", value: text };
  const json = escapeTags(JSON.stringify(calls.length === 1 ? calls[0] : calls));
  if (text === "") return { from: "function_call", value: json };
  if (!tag.test(text)) return { from: "function_call", value: `${text}\n<tool_call>${json}</tool_call>` };
  // A reader would take what the text says for a call.
  count(omitted, "text");
  return { from: "function_call", value: json };
}

/** What readers look for in a call: the words before it, and thoughts. */
const tag = /<\/?(?:tool_call|think)/;

/** JSON of the same meaning in which no reader finds a tag. */
function escapeTags(json: string): string {
  return json.replace(/<(?=\/?(?:tool_call|think))/g, String.raw`\u003c`);
}

function textOf(content: readonly ApiBlock[] | string, omitted: Counts): string {
  if (typeof content === "string") return content;
  const texts: string[] = [];
  for (const { type, text } of content)
    if (type === "text") texts.push(String(text));
    else if (type !== "tool_use" && type !== "tool_result") count(omitted, type);
  return texts.join("\n\n");
}
