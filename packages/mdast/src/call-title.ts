import { asKnownCall, type ToolCall } from "@ccdag/ccast";
import { endOfPath } from "./end-of-path.ts";
import { oneLine } from "./one-line.ts";
import { defaultTools } from "./tool/index.ts";
import { inputOf, text } from "./tool/input.ts";

/**
 * What a call is about, as a title: the name of its tool as recorded, and the gist of its input.
 *
 * @param call any call, also one of another coding agent.
 * @param limit the greatest length, in characters (default: 120).
 * @returns one line such as `Bash: npm test`; only the name where the input says nothing.
 */
export function callTitle(call: ToolCall, limit = 120): string {
  const known = asKnownCall(call);
  const { title } = Object.hasOwn(defaultTools, known.name) ? defaultTools[known.name]! : defaultTools["*"]!;
  const words = title?.(inputOf(known), known, (path) => endOfPath(text(path))) ?? "";
  return oneLine(words === "" ? call.name : `${call.name}: ${words}`, limit);
}
