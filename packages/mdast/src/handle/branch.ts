import { type Branch, type FlowContent, toText } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { anchorName } from "../anchor-name.ts";
import { markBeginning, preview } from "../format.ts";
import { marked } from "../labels.ts";
import type { State } from "../types.ts";

/**
 * Render the heading of a branch: `Branch • <uuid8> • <preview>`, its kind, and a link to the message that it
 * leaves from.
 *
 * @param wasTypedAgain whether the text of a draft was typed again in another branch.
 */
export function branchHead(node: Branch, state: State, wasTypedAgain: boolean): BlockContent[] {
  const { labels } = state;
  const head = [labels.branch, state.shortId(node.uuid), preview(node)].filter(Boolean).join(" • ");
  const again = wasTypedAgain ? [labels.abandoned] : [];
  const facts = [
    labels.branches[node.rule],
    ...again,
    ...(state.isContinued(node) ? [labels.active] : []),
    state.usage(node),
  ]
    .filter(Boolean)
    .join(", ");
  const back = node.from
    ? [marked(labels.marks.back, ""), state.link(node.from, state.shortId(node.from.uuid)), " · "]
    : [`${labels.beginsAgain} `];
  return [
    markBeginning(
      "thread",
      state.heading(
        state.depth,
        { type: "anchor", id: anchorName(`branch-${node.uuid}`) },
        marked(labels.marks.branch, head),
      ),
    ),
    state.paragraph(...back, { type: "emphasis", children: [{ type: "text", value: facts }] }),
  ];
}

/** Whether another branch from the same message begins with the text of this one. */
export function isTypedAgain(node: Branch, siblings: readonly FlowContent[]): boolean {
  if (node.rule !== "draft") return false;
  let beginnings = beginningsOf.get(siblings);
  if (beginnings === undefined) {
    beginnings = new Map();
    for (const other of siblings)
      if (other.type === "branch") beginnings.set(keyOf(other), (beginnings.get(keyOf(other)) ?? 0) + 1);
    beginningsOf.set(siblings, beginnings);
  }
  return (beginnings.get(keyOf(node)) ?? 0) > 1;
}

/** How many branches of a thread leave from the same message and begin with the same text. */
const beginningsOf = new WeakMap<readonly FlowContent[], Map<string, number>>();

function keyOf(node: Branch): string {
  return JSON.stringify([node.from?.uuid, promptOf(node)]);
}

function promptOf({ children }: Branch): string {
  const prompt = children.find((node) => node.type === "message" && node.origin === "prompt");
  return prompt ? toText(prompt).trim() : "";
}
