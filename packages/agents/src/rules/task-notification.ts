import type { LinkRule } from "@ccdag/core";
import { firstText } from "../agent-file.ts";

/** A notification names the agent in `task-id`; it anchors an agent that nothing else did. */
export const taskNotification: LinkRule = {
  name: "task-notification",
  *link(open, view) {
    const byAgent = new Map(open.map((line) => [line.info.agent!.agentId, line]));
    for (const entry of view.entries) {
      if (entry.flavour !== "notification") continue;
      const id = /<task-id>([^<]+)<\/task-id>/.exec(firstText(entry) ?? "")?.[1]?.trim();
      const line = id === undefined ? undefined : byAgent.get(id);
      if (line && view.lineOf(entry) !== line.info)
        yield { line: line.info, parent: entry, because: `notification names ${id}`, agent: { mode: "background" } };
    }
  },
};
