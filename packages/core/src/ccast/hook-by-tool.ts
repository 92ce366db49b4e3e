import type { Bookkeeping, Entry } from "../entry/entry.ts";
import { isObject } from "../entry/parse.ts";

/** Finds the tool call that a hook, progress or any other record belongs to. The first rule that finds one decides. */
export interface HookRule {
  readonly name: string;
  /** @returns the id of the call; nothing where the record names none. */
  callOf: (record: Entry | Bookkeeping) => string | undefined;
}

/**
 * Hooks and progress belong to the call that they name, wherever they stand.
 *
 * ```shape
 * A1=m1 ┬ A2=m1 ┬ U2=r
 *       │       └      H1=of:U1
 *       └                        U1=r ─ A3
 * ```
 *
 * ```threads
 * A1 A2 U2 H1(U1) U1 A3
 * ```
 *
 * A client writes the hook of one call below whatever was last at that moment, often another call; position never
 * tells the tool. A hook that names no call belongs to the session and stays where it stands. Progress of an agent has
 * an id of its own and names the call in `parentToolUseID`.
 *
 * Switched off, no hook is said to belong to a call.
 */
export const hookByTool: HookRule = {
  name: "hook-by-tool",
  callOf({ raw, subtype }) {
    const attachment = isObject(raw["attachment"]) ? raw["attachment"]["toolUseID"] : undefined;
    const own = subtype === "agent_progress" ? raw["parentToolUseID"] : raw["toolUseID"];
    const id = attachment ?? own;
    return typeof id === "string" ? id : undefined;
  },
};
