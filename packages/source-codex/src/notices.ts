import type { RolloutLine } from "./line.ts";
import { object, text } from "./values.ts";

/** What a notice says to readers: the model of a turn, the folder of a session, the command that was run. */
export function noticeText({ type, payload, kind, item }: RolloutLine): string {
  if (type === "turn_context") return text(payload["model"]) ?? "";
  if (type === "session_meta") return text(payload["cwd"]) ?? "";
  if (kind === "thread_rolled_back") return String(payload["num_turns"]);
  if (kind === "task_complete" || kind === "error" || kind === "stream_error")
    return text(payload["message"]) ?? text(payload["error"]) ?? text(object(payload["error"])["message"]) ?? "";
  const command = object(item)["command"];
  return Array.isArray(command) ? (text(command.at(-1)) ?? "") : "";
}
