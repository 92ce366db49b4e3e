import { readFileSync, statSync } from "node:fs";
import type { JSONPath, Node } from "jsonc-parser";
import { isSystemError, reasonOf } from "@ccdag/files/errors";
import { waitForLock, writeAtomically } from "@ccdag/keep/write";
import { isObject } from "@ccdag/core";
import { RequestError } from "@ccdag/pipeline/tables";

/** What is added to the settings of the client. */
export interface SettingsChange {
  /** The command that changes them, for a message. */
  readonly command: string;
  /** The keys that are changed, each in the one before: the client reads the last of several of one name, an editor changes the first. */
  readonly keys: readonly string[];
  /**
   * Says what is added to settings.
   *
   * @param settings as they are.
   * @returns where it is added, and what; absent if it is there.
   * @throws RequestError if they have another form.
   */
  readonly plan: (
    settings: Readonly<Record<string, unknown>>,
  ) => { readonly at: JSONPath; readonly value: unknown } | undefined;
}

const attempts = 20;

/**
 * Add something to the settings of the client. Everything else in the file stays as it is: the order, unknown keys, the form of
 * numbers, the indentation, a link to it. Lines may be broken only in the object that gets it.
 *
 * @param path the settings of the client, absolute; the file need not exist.
 * @param change what is added.
 * @returns whether it was added; `false` if it is there already.
 * @throws RequestError if the file is no JSON, has another form, or cannot be written.
 */
export async function changeSettings(path: string, change: SettingsChange): Promise<boolean> {
  const unlock = await waitForLock(`${path}.ccdag-lock`, change.command, () => {});
  try {
    // The client may write the settings at the same moment: then they are read again.
    for (let attempt = 1; ; attempt++) {
      const text = readText(path);
      const added = change.plan(parsed(path, text));
      if (added === undefined) return attempt > 1;
      if (attempt > attempts)
        throw new RequestError(`Cannot change \`${path}\`: another program writes it again and again`);
      const changed = await withValue(path, text, change.keys, added);
      if (readText(path) === text) await writeAtomically(path, changed);
    }
  } finally {
    await unlock();
  }
}

async function withValue(
  path: string,
  text: string,
  keys: readonly string[],
  { at, value }: { readonly at: JSONPath; readonly value: unknown },
): Promise<string> {
  // The package has no named exports for Node.
  const { default: jsonc } = await import("jsonc-parser");
  const root = jsonc.parseTree(text);
  for (const [depth, key] of keys.entries())
    refuseTwice(path, root && jsonc.findNodeAtLocation(root, keys.slice(0, depth)), key);
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const edits = jsonc.modify(text, at, value, {
    isArrayInsertion: typeof at.at(-1) === "number",
    formattingOptions: {
      insertSpaces: !indent.startsWith("\t"),
      tabSize: indent.length,
      eol: text.includes("\r\n") ? "\r\n" : "\n",
    },
  });
  const changed = jsonc.applyEdits(text, edits);
  return changed.endsWith("\n") || text !== "{}" ? changed : `${changed}\n`;
}

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
