import type { Branch } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { preview, shortId } from "../format.ts";
import type { State } from "../types.ts";

/** The heading of a branch: `Branch • <uuid8> • <preview>` (R004), why it is one, and the way back. */
export function branchHead(node: Branch, state: State): BlockContent[] {
  const { labels } = state;
  const head = [labels.branch, shortId(node.uuid), preview(node)].filter(Boolean).join(" • ");
  const facts = [labels.branches[node.rule], ...(node.active ? [labels.active] : [])].join(", ");
  const back = node.from ? ["← ", state.link(node.from, shortId(node.from.uuid)), " · "] : [`${labels.beginsAgain} `];
  return [
    state.heading(state.depth, { type: "anchor", id: encodeURIComponent(`branch-${node.uuid}`) }, `⑂ ${head}`),
    state.paragraph(...back, { type: "emphasis", children: [{ type: "text", value: facts }] }),
  ];
}
