import type { Message, Nodes } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { oneLine } from "../format.ts";
import { countOf } from "../labels.ts";
import type { State } from "../types.ts";

/** How much of each kind. */
type Counts = Readonly<Record<string, number>>;

/** What a transform took out of a node, or after it: how much of what. Of a message this counts what its calls lack. */
export function renderHidden(node: Nodes, state: State): BlockContent[] {
  const counts = node.type === "message" ? withCalls(node) : "hidden" in node ? node.hidden : undefined;
  const value = hiddenWords(counts, state);
  return value === "" ? [] : [state.paragraph({ type: "emphasis", children: [{ type: "text", value }] })];
}

function withCalls({ hidden, children }: Message): Counts {
  const sum: Record<string, number> = { ...hidden };
  for (const child of children)
    if (child.type === "toolCall")
      for (const [kind, count] of Object.entries(child.hidden ?? {})) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** The same in words, in the order of the labels; none where nothing was taken out. */
export function hiddenWords(counts: Counts | undefined, { labels }: State): string {
  const known = Object.keys(labels.kinds);
  const rank = (kind: string) => (known.includes(kind) ? known.indexOf(kind) : known.length);
  const words = Object.entries(counts ?? {})
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([kind, count]) => oneLine(countOf(kind, count, labels)));
  return words.length === 0 ? "" : `${words.join(", ")} ${labels.notShown}`;
}
