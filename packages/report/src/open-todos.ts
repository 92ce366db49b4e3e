import { asKnownCall, continuedIn, type Message, type Session, type ThreadNode, type ToolCall } from "@ccdag/ccast";
import { isObject, type JsonObject } from "@ccdag/core";

/** A todo, as it was written last. */
export interface Todo {
  readonly text: string;
  /** As recorded, such as `pending`, `in_progress` and `completed`. */
  readonly status: string;
  /** The message that wrote it. */
  readonly message: Message;
}

const closed: ReadonlySet<string> = new Set(["completed", "deleted", "cancelled"]);

/**
 * The todos that a session left open, on the path on which the person continued: those of its last list, and of its task board.
 * Lists of agents are not looked at.
 *
 * @param session the session; those that continue it are not looked at.
 */
export function openTodos(session: Session): Todo[] {
  let list: readonly Todo[] = [];
  const board = new Map<string, Todo>();
  for (let at: ThreadNode | undefined = session; at; at = continuedIn(at))
    for (const message of at.children)
      if (message.type === "message")
        for (const call of message.children) {
          if (call.type !== "toolCall" || call.result?.isError === true) continue;
          list = readList(call, message) ?? list;
          writeBoard(call, message, board);
        }
  return [...list, ...board.values()].filter(({ text, status }) => text !== "" && !closed.has(status));
}

/** The todos of a call that writes the whole list; `undefined` for another call. */
function readList(call: ToolCall, message: Message): Todo[] | undefined {
  const { name, input } = asKnownCall(call);
  const todos = name === "TodoWrite" ? fieldsOf(input)["todos"] : undefined;
  if (!Array.isArray(todos)) return undefined;
  return todos.map(fieldsOf).map(({ content, status }) => ({ text: textOf(content), status: textOf(status), message }));
}

/** Add or change a task of the board. */
function writeBoard({ id: callId, name, input, result }: ToolCall, message: Message, board: Map<string, Todo>): void {
  const { subject, status, taskId } = fieldsOf(input);
  if (name === "TaskCreate") {
    const id = textOf(fieldsOf(fieldsOf(result?.structured)["task"])["id"]);
    board.set(id || callId, { text: textOf(subject), status: "pending", message });
  } else if (name === "TaskUpdate" && typeof taskId === "string") {
    const { text = "", status: before = "pending" } = board.get(taskId) ?? {};
    board.set(taskId, { text: textOf(subject) || text, status: textOf(status) || before, message });
  }
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
