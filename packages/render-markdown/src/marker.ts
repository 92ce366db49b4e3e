import type { FlowContent, Root } from "@ccdag/ccast";

/** How many sessions are named: a comment is not a list. */
const maxDashes = 4;

/**
 * A comment that nobody sees and a program finds: `<!-- ccdag session=<id> part=1 of=2 -->`. What it looks for is all up to `of`. Of several sessions the
 * first ones are named, and how many more there are.
 */
export function markerOf(tree: Root, part: number, count: number): string {
  const heads: readonly FlowContent[] = tree.threads?.map(({ head }) => head) ?? tree.children;
  const ids = heads.flatMap((node) =>
    node.type === "session" ? [`session=${node.sessionId}`] : node.type === "agent" ? [`agent=${node.agentId}`] : [],
  );
  const named = ids.slice(0, maxDashes).map((id) => id.replace(/[^\w=.-]/g, "").replace(/-{2,}/g, "-"));
  const more = ids.length > maxDashes ? [`more=${ids.length - maxDashes}`] : [];
  return `<!-- ${["ccdag", ...named, ...more, `part=${part}`, `of=${count}`].join(" ")} -->`;
}
