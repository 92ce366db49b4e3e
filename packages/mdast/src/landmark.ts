import { type Branch, type Compaction, type FlowContent, type Message, originFacts } from "@ccdag/ccast";
import { agentTitle } from "./handle/agent.ts";
import { compactionLabel } from "./handle/compaction.ts";
import { gist, preview, titleOf } from "./format.ts";
import type { SectionKind, Landmark, State } from "./types.ts";

/** What has a place of its own: a line, a message, a compaction. */
export type LandmarkNode = Exclude<FlowContent, { type: "notice" }>;

/** What a line, a message or a compaction is in a list of places. */
export function landmarkOf(node: LandmarkNode, state: State): Landmark {
  const at = (name: string) => state.anchorOf(name).id;
  switch (node.type) {
    case "session": {
      const title = titleOf(node) || state.shortId(node.sessionId);
      const from = node.from && at(`msg-${node.from.uuid}`);
      return { kind: "session", name: at(`session-${node.sessionId}`), title, from };
    }
    case "branch":
      return branchLandmark(node, state, at);
    case "agent":
      return { kind: "agent", name: at(`agent-${node.agentId}`), title: agentTitle(node, state), time: node.startedAt };
    case "compaction":
      return compactionLandmark(node, state);
    default: {
      const kind = kindOf(node);
      const title = kind === "prompt" || kind === "mail" ? gist(node) : "";
      return { kind, name: at(`msg-${node.uuid ?? node.id ?? ""}`), title, time: node.timestamp };
    }
  }
}

function branchLandmark(node: Branch, state: State, at: (name: string) => string): Landmark {
  return {
    kind: "branch",
    name: at(`branch-${node.uuid}`),
    title: preview(node) || state.shortId(node.uuid),
    from: node.from ? at(`msg-${node.from.uuid}`) : undefined,
    isActive: node.active,
  };
}

function compactionLandmark(node: Compaction, state: State): Landmark {
  const { timestamp } = node;
  const title = compactionLabel({ ...node, timestamp: undefined }, state.labels);
  return {
    kind: "compaction",
    name: state.anchor(node.uuid ?? node.id ?? "").id,
    title,
    time: state.facts ? timestamp : undefined,
  };
}

/** Who speaks, for a reader who wants to see some and not others. */
function kindOf({ role, actor, origin }: Message): SectionKind {
  if (role === "assistant") return "reply";
  if (actor === "teammate" || actor === "notification") return "mail";
  return originFacts(origin).isSpeech ? "prompt" : "client";
}
