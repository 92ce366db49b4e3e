import {
  type Entry,
  groupBy,
  type Link,
  type LinkRule,
  type LinkView,
  type UnlinkedThread,
  tag,
  taskIdIn,
} from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { callIndex } from "./call-index.ts";
import { linkTo } from "./link-to.ts";

/**
 * A notification names the agent in `task-id`, before 2.0.77 in `agent-id`. It anchors an agent without better
 * evidence: at the call in its `tool-use-id`, else at the notification itself.
 *
 * ```text
 * main: … U5 <task-notification><task-id>7f</task-id>…        agent 7f
 * ⇒ agent 7f is placed at U5
 * ```
 *
 * Shells and monitors send notifications too: an id that belongs to no agent is ignored.
 */
export const taskNotification: LinkRule = {
  name: "task-notification",
  *link(open, view) {
    if (open.length === 0) return;
    const byAgent = groupBy(open, ({ info }) => info.agent!.agentId);
    const bySession = groupBy(open, ({ info }) => keyOf(info.sessionId, info.agent!.agentId));
    for (const entry of view.entries) {
      if (entry.userKind !== "notification") continue;
      const { sessionId } = view.threadOf(entry);
      const agentId = taskIdIn(firstText(entry) ?? "");
      const thread = (bySession.get(keyOf(sessionId, agentId)) ?? byAgent.get(agentId))?.[0];
      if (thread && view.threadOf(entry) !== thread.info) yield toLink(thread, entry, view);
    }
  },
};

function keyOf(sessionId: string, agentId: string): string {
  return `${sessionId}\n${agentId}`;
}

function toLink({ info }: UnlinkedThread, entry: Entry, view: LinkView): Link {
  const because = `notification names ${info.agent!.agentId}`;
  const index = callIndex(view);
  const calls = index.byId(tag(firstText(entry) ?? "", "tool-use-id"));
  const call = calls?.first(info) ?? calls?.first(view.threadOf(entry));
  const link = call ? linkTo(info, call, because) : { thread: info, parent: entry, because };
  return { ...link, agent: { ...link.agent, mode: info.agent!.mode === "sync" ? "background" : info.agent!.mode } };
}
