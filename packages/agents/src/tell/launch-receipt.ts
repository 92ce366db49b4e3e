import { toText } from "@ccdag/ccast";
import { isObject, type TellRule } from "@ccdag/core";

/**
 * The result of a call that launched an agent in the background, or a teammate, is a receipt: the answer comes later.
 *
 * ```text
 * call t1 ─ result "Async agent launched successfully. agentId: …"
 * ⇒ the result is a receipt
 * ```
 */
export const launchReceipt: TellRule = {
  name: "launch-receipt",
  tell({ agents }) {
    for (const { call } of agents) {
      const result = call?.result;
      if (result === undefined || result.isError) continue;
      const { status, isAsync } = isObject(result.structured) ? result.structured : {};
      const isLaunch = isAsync === true || status === "async_launched" || status === "teammate_spawned";
      // toText leaves results out, as it reads what a message says.
      const words = result.children.find((child) => child.type === "text");
      if (isLaunch || (words && /^(?:Async agent launched|Spawned) successfully\b/.test(toText(words))))
        result.receipt = true;
    }
  },
};
