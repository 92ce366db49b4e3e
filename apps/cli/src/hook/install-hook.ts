import { readFileSync } from "node:fs";
import { isSystemError, reasonOf } from "@ccdag/files/errors";
import { writeAtomically } from "@ccdag/keep/write";
import { isObject } from "@ccdag/core";
import { RequestError } from "@ccdag/pipeline/tables";
import { hookCommand, hookOf, type KeepCall } from "./keep-hook.ts";

/**
 * Add the hook of `keep` to the settings of the client. Everything else in the file stays as it is: the order, unknown keys,
 * the form of numbers, the indentation, a link to it. Lines may be broken only in the object that gets the hook.
 *
 * @param path the settings of the client, absolute; the file need not exist.
 * @param call how `keep` is started.
 * @returns whether it was added; `false` if a hook that keeps the same is there already.
 * @throws RequestError if the file is no JSON, has hooks of another form, or cannot be written.
 */
export async function installHook(path: string, call: KeepCall): Promise<boolean> {
  const text = readText(path);
  const end = endHooks(path, text);
  if (end.some((one) => isSame(one, call))) return false;
  // The package has no named exports for Node.
  const { default: jsonc } = await import("jsonc-parser");
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const edits = jsonc.modify(text, ["hooks", "SessionEnd", end.length], hookOf(call), {
    isArrayInsertion: true,
    formattingOptions: {
      insertSpaces: !indent.startsWith("\t"),
      tabSize: indent.length,
      eol: text.includes("\r\n") ? "\r\n" : "\n",
    },
  });
  const changed = jsonc.applyEdits(text, edits);
  await writeAtomically(path, changed.endsWith("\n") || text !== "{}" ? changed : `${changed}\n`);
  return true;
}

function readText(path: string): string {
  try {
    const text = readFileSync(path, "utf8");
    return text.trim() === "" ? "{}" : text;
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return "{}";
    throw new RequestError(`Cannot read \`${path}\`: ${reasonOf(error)}`);
  }
}

/** The hooks of `SessionEnd` in the settings. */
function endHooks(path: string, text: string): readonly unknown[] {
  const found = parsed(path, text);
  const { hooks = {} } = found;
  if (!isObject(hooks))
    throw new RequestError(`Unexpected \`hooks\` in \`${path}\`, expected an object; nothing is changed`);
  const { SessionEnd: end = [] } = hooks;
  if (Array.isArray(end)) return end;
  throw new RequestError(`Unexpected \`hooks.SessionEnd\` in \`${path}\`, expected a list; nothing is changed`);
}

function parsed(path: string, text: string): Readonly<Record<string, unknown>> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new RequestError(`Cannot read \`${path}\` as JSON: ${(error as Error).message}; nothing is changed`);
  }
  if (isObject(found)) return found;
  throw new RequestError(`Unexpected content of \`${path}\`, expected a JSON object; nothing is changed`);
}

/** Whether a hook runs `keep` with the same words, wherever the program is. */
function isSame(hook: unknown, { words }: KeepCall): boolean {
  const end = ` ${hookCommand({ program: [], words })}`;
  const commands = isObject(hook) && Array.isArray(hook["hooks"]) ? (hook["hooks"] as unknown[]) : [];
  return commands.some((one) => isObject(one) && typeof one["command"] === "string" && one["command"].endsWith(end));
}
