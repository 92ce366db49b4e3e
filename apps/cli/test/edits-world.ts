import { jsonl } from "./world.ts";

const folder = "/home/me/app";
const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();

/** A recorded call of a tool, and its result. */
export interface RecordedCall {
  readonly name: string;
  readonly input: object;
  readonly result: unknown;
  readonly isError?: boolean;
}

/** A transcript with a prompt and calls, each with its result, one a second. Uuids are `<name>-c<number>` and `<name>-r<number>`. */
export function transcript(
  name: string,
  calls: readonly RecordedCall[],
  cwd: string = folder,
  agentId?: string,
): string {
  const own = agentId === undefined ? { sessionId: name } : { sessionId: "s1", agentId, isSidechain: true };
  const common = (second: number) => ({ ...own, cwd, timestamp: time(second) });
  const prompt = {
    type: "user",
    uuid: `${name}-u`,
    parentUuid: null,
    ...common(0),
    message: { role: "user", content: "do it" },
  };
  const rest = calls.flatMap(({ name: tool, input, result, isError }, index) => {
    const [call, answer, before] = [
      `${name}-c${index}`,
      `${name}-r${index}`,
      index === 0 ? `${name}-u` : `${name}-r${index - 1}`,
    ];
    const id = `toolu_${name}_${index}`;
    return [
      {
        type: "assistant",
        uuid: call,
        parentUuid: before,
        ...common(2 * index + 1),
        message: {
          id: `m-${call}`,
          role: "assistant",
          model: "claude",
          content: [{ type: "tool_use", id, name: tool, input }],
        },
      },
      {
        type: "user",
        uuid: answer,
        parentUuid: call,
        ...common(2 * index + 2),
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: id, content: "done", is_error: isError }],
        },
        toolUseResult: result,
      },
    ];
  });
  return jsonl(prompt, ...rest);
}

/** An Edit of a file whose content before is recorded. */
export function edit(
  path: string,
  from: string,
  to: string,
  originalFile: string | null,
  structuredPatch: readonly object[] = [],
): RecordedCall {
  const filePath = path.startsWith("/") ? path : `${folder}/${path}`;
  const result = {
    filePath,
    oldString: from,
    newString: to,
    originalFile,
    structuredPatch,
    userModified: false,
    replaceAll: false,
  };
  return { name: "Edit", input: { file_path: filePath, old_string: from, new_string: to }, result };
}

/** A Write of a new file. */
export function write(path: string, content: string): RecordedCall {
  const filePath = path.startsWith("/") ? path : `${folder}/${path}`;
  return {
    name: "Write",
    input: { file_path: filePath, content },
    result: { type: "create", filePath, content, structuredPatch: [], originalFile: null },
  };
}

/** The files of a session in which an agent edits, too: main thread, then the agent, then the main thread. */
export function sessionWithAgent(): Record<string, string> {
  const task = {
    name: "Task",
    input: { description: "look", prompt: "do it", subagent_type: "fixer" },
    result: { agentId: "7f", status: "completed" },
  };
  const failed = { ...write("c.txt", ""), result: "Error: no", isError: true };
  return {
    "s1.jsonl": transcript("s1", [
      write("src/ä b.txt", "one\ntwo\n"),
      task,
      edit("src/ä b.txt", "two", "2", "one\ntwo\n"),
      failed,
    ]),
    "s1/subagents/agent-7f.jsonl": transcript(
      "g",
      [edit("b.txt", "x", "y", "x"), write("/tmp/notes.txt", "note\n")],
      folder,
      "7f",
    ),
  };
}
