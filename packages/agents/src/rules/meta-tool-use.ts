import { isObject, type LinkRule } from "@ccdag/core";
import { callIndex, linkTo } from "../index-calls.ts";

/** The sidecar `agent-<id>.meta.json` names the call in `toolUseId` (clients from 2.1.200 on). */
export const metaToolUse: LinkRule = {
  name: "meta-tool-use",
  *link(open, view) {
    const index = callIndex(view);
    for (const line of open) {
      const meta = view.sidecars.get(line.info.path.replace(/\.jsonl$/, ".meta.json"));
      const id = isObject(meta) ? meta["toolUseId"] : undefined;
      const call = typeof id === "string" ? index.byId(id, line) : undefined;
      if (call) yield linkTo(line, call, `sidecar names ${call.id}`, index);
    }
  },
};
