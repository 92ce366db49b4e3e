import type { Bookkeeping, Entry } from "../entry/entry.ts";
import { isObject } from "../entry/parse-records.ts";

/** Finds the tool call that a hook, progress or other record belongs to. The first rule that finds one decides. */
export interface HookRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /** @returns the id of the call; `undefined` if this rule finds none. */
  callOf: (record: Entry | Bookkeeping) => string | undefined;
}

/**
 * A hook or progress record belongs to the call that it names.
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
 * A client writes a hook below the last record at that moment, often another call. One that names no call belongs to
 * the session and stays at its position. Progress of an agent names the call in `parentToolUseID`.
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
