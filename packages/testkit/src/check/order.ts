import { childrenOf, isThread, threadsIn, type Nodes, type Root } from "@ccdag/ccast";
import type { ConformanceOptions } from "../options.ts";
import { expectedOf, nameOf } from "../words.ts";
import { renderAll } from "./told.ts";

/** What stands where in a text. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** What was said is told in reading order: each line in its own order, and where it leaves, unless it need not. */
export function order(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, reading }) => {
    const spans = spansOf(sample.tree, reading.text);
    return threadsIn(sample.tree)
      .flatMap((thread) => misplaced(thread, spans, given.options.order === "threads"))
      .map((reason) => `${reason} (${sample.name})`);
  });
}

/** Where the ends of what was said stand; of a line, all that stands in it. */
function spansOf(tree: Root, text: string): Map<Nodes, Span> {
  const spans = new Map<Nodes, Span>();
  const nodes = expectedOf(tree).reverse();
  for (const { node, last } of nodes) {
    const own = last === undefined ? -1 : text.indexOf(last);
    const below = childrenOf(node).flatMap((child) => spans.get(child) ?? []);
    const all = [...(own === -1 ? [] : [{ first: own, last: own }]), ...below];
    if (all.length > 0)
      spans.set(node, {
        first: Math.min(...all.map(({ first }) => first)),
        last: Math.max(...all.map(({ last: end }) => end)),
      });
  }
  return spans;
}

/** Children that stand before what should come before them. */
function misplaced(line: Nodes, spans: ReadonlyMap<Nodes, Span>, isFree: boolean): string[] {
  const faults: string[] = [];
  let before: { node: Nodes; span: Span } | undefined;
  for (const node of childrenOf(line)) {
    const span = spans.get(node);
    if (span === undefined || (isFree && isThread(node))) continue;
    // An agent may stand in the fold of its call, before what else is said there.
    const limit = before && (node.type === "agent" ? before.span.first : before.span.last);
    if (before && span.first < limit!)
      faults.push(
        `${nameOf({ node, parent: line })} is told before ${nameOf({ node: before.node, parent: line })}, or within it`,
      );
    const last = Math.max(span.last, before && node.type === "agent" ? before.span.last : 0);
    before = { node: node.type === "agent" && before ? before.node : node, span: { first: span.first, last } };
  }
  return [...faults, ...within(line, spans)];
}

/** Blocks of a message that stand in another order. */
function within(line: Nodes, spans: ReadonlyMap<Nodes, Span>): string[] {
  return childrenOf(line).flatMap((message) => {
    if (isThread(message)) return [];
    let end = -1;
    return childrenOf(message).flatMap((block) => {
      const span = spans.get(block);
      if (span === undefined) return [];
      const isBefore = span.first < end;
      end = Math.max(end, span.last);
      return isBefore ? [`${nameOf({ node: block, parent: message })} is told before what stands before it`] : [];
    });
  });
}
