import type { Entry, Loose } from "../entry/entry.ts";
import { isObject } from "../entry/parse.ts";

/**
 * Hooks and progress belong to the call that they name, wherever they stand.
 *
 * ```text
 * A1 (calls t1) ─ A2 (calls t2) ─ H (toolUseID t1)        ⇒ the hook is one of t1
 * ```
 *
 * A client writes the hook of one call below whatever was last at that moment, often another call; position never
 * tells the tool. A hook that names no call belongs to the session and stays where it stands. Progress of an agent has
 * an id of its own and names the call in `parentToolUseID`.
 *
 * @param record a hook, progress, or any other record.
 * @returns the id of the call.
 */
export function hookByTool({ raw, subtype }: Entry | Loose): string | undefined {
  const attachment = isObject(raw["attachment"]) ? raw["attachment"]["toolUseID"] : undefined;
  const own = subtype === "agent_progress" ? raw["parentToolUseID"] : raw["toolUseID"];
  const id = attachment ?? own;
  return typeof id === "string" ? id : undefined;
}
