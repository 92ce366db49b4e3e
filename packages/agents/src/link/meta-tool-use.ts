import { isObject, type LinkRule, type ThreadInfo } from "@ccdag/core";
import { text } from "../normal.ts";
import type { Call, CallList } from "./call-list.ts";
import { callIndex } from "./call-index.ts";
import { linkTo } from "./link-to.ts";

/**
 * The sidecar of an agent names its call in `toolUseId` (from 2.1.200 on). If an agent made that call, `parentAgentId`
 * names this agent (from 2.1.329 on).
 *
 * ```text
 * main: A1(call t1) ─ U1(result)        agent-7f.meta.json: {"toolUseId": "t1"}
 * ⇒ agent 7f is spawned at U1
 * ```
 *
 * An id may repeat: a call of the named agent is preferred, then one of the same session.
 */
export const metaToolUse: LinkRule = {
  name: "meta-tool-use",
  *link(open, view) {
    const index = callIndex(view);
    for (const { info } of open) {
      const meta = view.sidecars.get(info.path.replace(/\.jsonl$/, ".meta.json"));
      if (!isObject(meta)) continue;
      const calls = index.byId(text(meta["toolUseId"]) ?? "");
      const call = calls && pick(calls, info, text(meta["parentAgentId"]));
      if (call) yield linkTo(info, call, `sidecar names ${call.id}`);
    }
  },
};

function pick(calls: CallList, info: ThreadInfo, parent: string | undefined): Call | undefined {
  const own = calls.inSession(info.sessionId);
  const candidates = own?.outside(info) ? own : calls.inFamily(info);
  const byParent = parent === undefined ? undefined : candidates?.ofAgent(parent)?.outside(info);
  return byParent ?? candidates?.outside(info);
}
