import type { FlowContent, Root } from "@ccdag/ccast";

/** How many sessions and agents a marker names. */
const maxNames = 4;

/**
 * The marker of a document: a comment by which a program finds it again, such as
 * `<!-- ccdag session=<id> part=1 of=2 -->`. Everything before `of` identifies the document. With many sessions it names the
 * first four, and counts the rest in `more`.
 *
 * @param tree the tree that the document renders.
 * @param part the number of the part, from 1.
 * @param count the number of parts.
 */
export function markerOf(tree: Root, part: number, count: number): string {
  const heads: readonly FlowContent[] = tree.threads?.map(({ head }) => head) ?? tree.children;
  const ids = heads.flatMap((node) =>
    node.type === "session" ? [`session=${node.sessionId}`] : node.type === "agent" ? [`agent=${node.agentId}`] : [],
  );
  const named = ids.slice(0, maxNames).map((id) => id.replace(/[^\w=.-]/g, "").replace(/-{2,}/g, "-"));
  const more = ids.length > maxNames ? [`more=${ids.length - maxNames}`] : [];
  return `<!-- ${["ccdag", ...named, ...more, `part=${part}`, `of=${count}`].join(" ")} -->`;
}
