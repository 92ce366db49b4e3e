import type { LinkRule } from "@ccdag/core";
import { idIn } from "../note.ts";
import { callIndex, resultTexts } from "./call-index.ts";
import { linkNamed } from "./named.ts";

/**
 * The client's note after an answer or launch has a line `agentId: …`. For nested agents of 2.1.34 and 2.1.76 there is
 * no other evidence.
 *
 * ```text
 * main: A1(call t1) ─ U1(result "done\nagentId: 7f (for resuming …)")
 * ⇒ agent 7f is spawned at U1
 * ```
 *
 * A note is only read at the end of the text: an answer may quote another id.
 */
export const resultTextId: LinkRule = {
  name: "result-text-id",
  *link(open, view) {
    if (open.length === 0) return;
    const { spawning } = callIndex(view);
    yield* linkNamed(open, spawning, (call) => [idIn(resultTexts(call))], "text of the result of", view);
  },
};
