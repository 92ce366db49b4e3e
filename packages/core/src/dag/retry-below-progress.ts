import type { Entry } from "../entry/entry.ts";
import { isConversation, isPassthrough, isPrompt } from "../entry/kind.ts";
import { resultIds } from "../thread/fork/call-ids.ts";
import { textKey } from "./dedupe/text-key.ts";
import type { EdgeRule } from "./shared-caveat.ts";

/**
 * A prompt that is sent again after an error is cut from a progress record of an earlier call. Some clients name the last
 * progress record of the transcript as its parent, though the call was answered and more was said.
 *
 * ```shape
 * U1 ─ A1 ┬ P1=of:U2 ──────────────────────────────────── U4=Dig ─ A4
 *         └            U2=r ─ A2 ─ U3=Dig ─ A3=error
 * ```
 *
 * ```threads
 * U1 A1 P1 U2 A2 U3 A3 U4 A4
 * ```
 *
 * It is placed after what the file holds before it. With other words, or after an answer, the parent counts: another
 * process may have gone on there.
 */
export const retryBelowProgress: EdgeRule = {
  name: "retry-below-progress",
  *cut(entries, parentOf) {
    let path: string | undefined;
    let answered = new Set<string>();
    /** The last prompt of the file, while only errors have followed it. */
    let open: Entry | undefined;
    for (const entry of entries) {
      if (entry.location.path !== path) [answered, open] = [new Set(), undefined];
      ({ path } = entry.location);
      for (const id of resultIds(entry)) answered.add(id);
      if (isPrompt(entry)) {
        const parent = parentOf(entry);
        const call = parent && isPassthrough(parent) ? parent.raw["parentToolUseID"] : undefined;
        const isLate = typeof call === "string" && answered.has(call) && parent?.location.path === path;
        if (isLate && open && textKey(open) === textKey(entry)) yield entry;
        open = entry;
      } else if (isConversation(entry) && entry.raw["isApiErrorMessage"] !== true) open = undefined;
    }
  },
};
