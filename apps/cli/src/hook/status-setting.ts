import { isObject } from "@ccdag/core";
import { RequestError } from "@ccdag/pipeline/tables";
import type { Io } from "../io.ts";
import { changeSettings } from "./change-settings.ts";
import { callOf, hookCommand } from "./keep-hook.ts";

/** The setting of the client that shows the status line. */
export function statusSetting(env: Io["env"]): { readonly statusLine: { type: string; command: string } } {
  return { statusLine: { type: "command", command: hookCommand(callOf(["statusline"], env)) } };
}

/**
 * Add the status line to the settings of the client, as {@link changeSettings} does.
 *
 * @param path the settings of the client, absolute; the file need not exist.
 * @param env the variables of this run.
 * @returns whether it was added; `false` if it is there already.
 * @throws RequestError if there is another one, which stays, or the settings cannot be changed.
 */
export function installStatusLine(path: string, env: Io["env"]): Promise<boolean> {
  return changeSettings(path, {
    command: "statusline --install",
    keys: ["statusLine"],
    plan({ statusLine: found }) {
      const ours = statusSetting(env).statusLine;
      if (found === undefined) return { at: ["statusLine"], value: ours };
      const command = isObject(found) ? String(found["command"]) : "";
      // The program may be installed elsewhere.
      if (command === ours.command || (command.includes("ccdag") && command.endsWith(" statusline"))) return undefined;
      throw new RequestError(`Unexpected \`statusLine\` in \`${path}\`, which shows another one; nothing is changed`);
    },
  });
}
