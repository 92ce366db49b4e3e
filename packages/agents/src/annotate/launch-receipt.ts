import { isObject, type AnnotateRule } from "@ccdag/core";
import { isReceipt } from "../note.ts";
import { textsOf } from "../words.ts";
import { callsTo } from "./calls.ts";

/**
 * The result of a call that launched an agent in the background, or a teammate, is a receipt: the answer comes later.
 *
 * ```text
 * call t1 ─ result "Async agent launched successfully. agentId: …"
 * ⇒ the result is a receipt
 * ```
 *
 * The record beside the result says so; where there is none, the words do.
 */
export const launchReceipt: AnnotateRule = {
  name: "launch-receipt",
  annotate({ tree, agents }) {
    for (const { call } of callsTo(tree, agents)) {
      const { result } = call;
      if (result === undefined || result.isError) continue;
      const { status, isAsync } = isObject(result.structured) ? result.structured : {};
      const isLaunch = isAsync === true || status === "async_launched" || status === "teammate_spawned";
      if (isLaunch || (status === undefined && isReceipt(textsOf(result.children).join("\n")))) result.receipt = true;
    }
  },
};
