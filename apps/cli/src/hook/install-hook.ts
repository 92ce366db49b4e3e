import { readFileSync, statSync } from "node:fs";
import type { Node } from "jsonc-parser";
import { isSystemError, reasonOf } from "@ccdag/files/errors";
import { waitForLock, writeAtomically } from "@ccdag/keep/write";
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
  const unlock = await waitForLock(`${path}.ccdag-lock`, "keep --hook --install", () => {});
  try {
    return await addHook(path, call);
  } finally {
    await unlock();
  }
}

async function addHook(path: string, call: KeepCall): Promise<boolean> {
  // The client may write the settings at the same moment: then they are read again.
  for (let attempt = 1; ; attempt++) {
    const text = readText(path);
    if (endHooks(path, text).some((one) => isSame(one, call))) return attempt > 1;
    if (attempt > attempts)
      throw new RequestError(`Cannot change \`${path}\`: another program writes it again and again`);
    const changed = await withHook(path, text, call);
    if (readText(path) === text) await writeAtomically(path, changed);
  }
}

const attempts = 20;

/** The settings with the hook. */
async function withHook(path: string, text: string, call: KeepCall): Promise<string> {
  // The package has no named exports for Node.
  const { default: jsonc } = await import("jsonc-parser");
  const root = jsonc.parseTree(text);
  refuseTwice(path, root, "hooks");
  refuseTwice(path, root && jsonc.findNodeAtLocation(root, ["hooks"]), "SessionEnd");
  const end = endHooks(path, text);
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
  return changed.endsWith("\n") || text !== "{}" ? changed : `${changed}\n`;
}

/** The client reads the last of several keys of one name, and an editor changes the first. */
function refuseTwice(path: string, object: Node | undefined, key: string): void {
  const same = (object?.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (same.length > 1)
    throw new RequestError(
      `Unexpected second \`${key}\` in \`${path}\`, of which the client reads one; nothing is changed`,
    );
}

function readText(path: string): string {
  try {
    // Reading a pipe would wait for ever.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
      throw new RequestError(`Unexpected \`${path}\`, expected a file with settings`);
    const text = readFileSync(path, "utf8");
    return text.trim() === "" ? "{}" : text;
  } catch (error) {
    if (error instanceof RequestError) throw error;
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
