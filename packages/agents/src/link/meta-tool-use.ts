import { isObject, type LinkRule, type LinkView, type UnlinkedThread } from "@ccdag/core";
import { text } from "../words.ts";
import { type Call, callIndex, inSession } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * The sidecar of an agent names the call that spawned it in `toolUseId` (clients from 2.1.200 on). If an agent made
 * that call, `parentAgentId` names this agent (from 2.1.329 on).
 *
 * ```text
 * main: A1(call t1) ─ U1(result)        agent-7f.meta.json: {"toolUseId": "t1"}
 * ⇒ agent 7f is spawned at U1
 * ```
 *
 * An id may repeat: a call of the named agent is preferred, then a call of the same session.
 */
export const metaToolUse: LinkRule = {
  name: "meta-tool-use",
  *link(open, view) {
    const index = callIndex(view);
    for (const { info } of open) {
      const meta = view.sidecars.get(info.path.replace(/\.jsonl$/, ".meta.json"));
      if (!isObject(meta)) continue;
      const call = pick(index.byId(text(meta["toolUseId"]) ?? ""), info, text(meta["parentAgentId"]), view);
      if (call) yield linkTo(info, call, `sidecar names ${call.id}`);
    }
  },
};

function pick(
  calls: readonly Call[],
  info: UnlinkedThread["info"],
  parent: string | undefined,
  view: LinkView,
): Call | undefined {
  const candidates = inSession(
    calls.filter(({ entry }) => !view.isAbove(info, entry)),
    info,
    view,
  );
  const byParent = candidates.find(({ entry }) => view.threadOf(entry).agent?.agentId === parent);
  return (parent === undefined ? undefined : byParent) ?? candidates[0];
}
