import { isObject } from "@ccdag/core";
import { RequestError } from "@ccdag/pipeline/tables";
import { changeSettings } from "./change-settings.ts";
import { hookCommand, hookOf, type KeepCall } from "./keep-hook.ts";

/**
 * Add the hook of `keep` to the settings of the client, as {@link changeSettings} does.
 *
 * @param path the settings of the client, absolute; the file need not exist.
 * @param call how `keep` is started.
 * @returns whether it was added; `false` if a hook that keeps the same is there already.
 * @throws RequestError if the file is no JSON, has hooks of another form, or cannot be written.
 */
export function installHook(path: string, call: KeepCall): Promise<boolean> {
  return changeSettings(path, {
    command: "keep --hook --install",
    keys: ["hooks", "SessionEnd"],
    plan(settings) {
      const end = endHooks(path, settings);
      const isThere = end.some((one) => isSame(one, call));
      return isThere ? undefined : { at: ["hooks", "SessionEnd", end.length], value: hookOf(call) };
    },
  });
}

/** The hooks of `SessionEnd` in the settings. */
function endHooks(path: string, { hooks = {} }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (!isObject(hooks))
    throw new RequestError(`Unexpected \`hooks\` in \`${path}\`, expected an object; nothing is changed`);
  const { SessionEnd: end = [] } = hooks;
  if (Array.isArray(end)) return end;
  throw new RequestError(`Unexpected \`hooks.SessionEnd\` in \`${path}\`, expected a list; nothing is changed`);
}

/** Whether a hook runs `keep` with the same words, wherever the program is. */
function isSame(hook: unknown, { words }: KeepCall): boolean {
  const end = ` ${hookCommand({ program: [], words })}`;
  const commands = isObject(hook) && Array.isArray(hook["hooks"]) ? (hook["hooks"] as unknown[]) : [];
  return commands.some((one) => isObject(one) && typeof one["command"] === "string" && one["command"].endsWith(end));
}
