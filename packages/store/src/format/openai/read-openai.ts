import type { JsonRecord, MessageContent } from "../../types.ts";
import { restIfAny, makePart, messageMeta } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { refuseForeignMessage } from "../foreign.ts";
import { omit, stringAt } from "../json.ts";
import { splitResult } from "../result-blocks.ts";
import { readAssistant } from "./read-assistant.ts";
import { contentRest, readContent } from "./read-content.ts";

/** Read a message of chat completions, a request's or an answer's. Throws a {@link FormatError}. */
export function readOpenAi(blob: JsonRecord): MessageContent {
  refuseForeignMessage(blob, ["content", "tool_calls", "function_call"]);
  const { role } = blob;
  switch (role) {
    case "assistant":
      return readAssistant(blob);
    case "user":
      return readInput(blob);
    case "system":
    case "developer":
      return readInput(blob, role);
    case "tool":
    case "function":
      return readResult(blob, role);
    default:
      throw new FormatError(role, "blob.role", "system, developer, user, assistant, tool or function");
  }
}

function readInput(blob: JsonRecord, originalRole?: string): MessageContent {
  const { content, name } = blob;
  const parts = readContent(content, false);
  const hasName = typeof name === "string";
  const rest = { ...omit(blob, ["role", "content", ...(hasName ? ["name"] : [])]), ...contentRest(content, parts) };
  return {
    role: "user",
    parts,
    meta: messageMeta("openai", rest, { originalRole, name: hasName ? name : undefined }),
  };
}

function readResult(blob: JsonRecord, role: "tool" | "function"): MessageContent {
  const { text, rest } = splitResult(blob["content"], "blob.content");
  const taken = ["role", "content"];
  const id = role === "tool" ? stringAt(blob, "tool_call_id", "blob") : undefined;
  if (role === "tool") taken.push("tool_call_id");
  // A function has a name and no id; some programs send the name of a tool too.
  const name = role === "function" || typeof blob["name"] === "string" ? stringAt(blob, "name", "blob") : undefined;
  if (name !== undefined) taken.push("name");
  return {
    role: "user",
    parts: [makePart("tool-result", text, { tool_call_id: id, name, openai: restIfAny(rest) })],
    meta: messageMeta("openai", omit(blob, taken), { originalRole: role }),
  };
}
