import type { Message, Nodes } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { oneLine } from "../one-line.ts";
import { countOf } from "../labels.ts";
import type { State } from "../types.ts";

/** Counts by kind. */
type Counts = Readonly<Record<string, number>>;

/**
 * Render what transforms have removed from a node or after it: counts by kind. For a message this includes its tool
 * calls.
 */
export function renderHidden(node: Nodes, state: State): BlockContent[] {
  const counts = node.type === "message" ? withCalls(node) : "hidden" in node ? node.hidden : undefined;
  const words = hiddenWords(counts, state);
  const value = words !== "" && node.type === "session" ? `${words} ${state.labels.inSession}` : words;
  return value === "" ? [] : [state.paragraph({ type: "emphasis", children: [{ type: "text", value }] })];
}

function withCalls({ hidden, children }: Message): Counts {
  const sum: Record<string, number> = { ...hidden };
  for (const child of children)
    if (child.type === "toolCall")
      for (const [kind, count] of Object.entries(child.hidden ?? {})) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** The same as text, in the order of the labels; empty if nothing was removed. */
export function hiddenWords(counts: Counts | undefined, { labels }: State): string {
  const known = Object.keys(labels.kinds);
  const rank = (kind: string) => (known.includes(kind) ? known.indexOf(kind) : known.length);
  const words = Object.entries(counts ?? {})
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([kind, count]) => oneLine(countOf(kind, count, labels)));
  return words.length === 0 ? "" : `${words.join(", ")} ${labels.notShown}`;
}
