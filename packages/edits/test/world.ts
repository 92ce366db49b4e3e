import type { FlowContent, Root, ToolCall } from "@ccdag/ccast";
import { editsOf, type EditReport } from "../src/index.ts";

/** A call with its result, as a client records them. */
export function call(name: string, input: unknown, structured?: unknown, more: Partial<ToolCall> = {}): ToolCall {
  const id = `t${++calls}`;
  return { type: "toolCall", id, name, input, result: { type: "toolResult", structured, children: [] }, ...more };
}
let calls = 0;

/** A message of Claude with calls, at a second. */
export function said(uuid: string, second: number, ...children: ToolCall[]): FlowContent {
  const timestamp = Date.UTC(2026, 0, 1, 10, 0, second);
  return {
    type: "message",
    role: "assistant",
    actor: "assistant",
    origin: "reply",
    uuid,
    uuids: [uuid],
    timestamp,
    children,
  };
}

/** A session that ran in `/home/me/app`. */
export function session(...children: FlowContent[]): Root {
  return { type: "root", children: [{ type: "session", sessionId: "s1", cwd: "/home/me/app", children }] };
}

/** The edits of calls, one message each. */
export function editsOfCalls(...list: ToolCall[]): EditReport {
  return editsOf(session(...list.map((one, index) => said(`u${index + 1}`, index, one))));
}

const folder = "/home/me/app/";

/** An Edit whose result holds the content before (`null`: the client did not record it). */
export function edit(path: string, from: string, to: string, originalFile: string | null, more: object = {}): ToolCall {
  const filePath = folder + path;
  const result = {
    filePath,
    oldString: from,
    newString: to,
    originalFile,
    replaceAll: false,
    userModified: false,
    ...more,
  };
  return call("Edit", { file_path: filePath, old_string: from, new_string: to }, result);
}

/** A Write of a new file, or one that replaces another. */
export function write(path: string, content: string, more: object = { type: "create", originalFile: null }): ToolCall {
  return call(
    "Write",
    { file_path: folder + path, content },
    { filePath: folder + path, content, structuredPatch: [], ...more },
  );
}

/** A Read of a whole file. */
export function read(path: string, content: string): ToolCall {
  const numLines = content.split("\n").length;
  return call(
    "Read",
    { file_path: folder + path },
    { type: "text", file: { filePath: folder + path, content, startLine: 1, numLines, totalLines: numLines } },
  );
}
