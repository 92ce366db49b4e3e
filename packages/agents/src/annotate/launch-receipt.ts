import { isObject, type AnnotateRule } from "@ccdag/core";
import { isReceipt } from "../note.ts";
import { textsOf } from "../normal.ts";
import { callsTo } from "./calls-to.ts";

/**
 * The result of a launch is a receipt: the answer comes later.
 *
 * ```text
 * call t1 ─ result "Async agent launched successfully. agentId: …"
 * ⇒ the result is a receipt
 * ```
 *
 * The record beside the result has the status of a launch; without a status, the text of the result decides.
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
