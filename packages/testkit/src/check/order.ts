import { childrenOf, isThread, threadsIn, type Nodes, type Root } from "@ccdag/ccast";
import type { ConformanceOptions } from "../kit-options.ts";
import { expectedOf, nameOf } from "../wording.ts";
import { renderAll } from "./render-all.ts";

/** The position of a node in the output. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Everything is rendered in reading order: each thread in order, and, unless threads may be moved, where it branches off. */
export function order(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, reading }) => {
    const spans = spansOf(sample.tree, reading.text);
    return threadsIn(sample.tree)
      .flatMap((thread) => misplaced(thread, spans, given.options.order === "threads"))
      .map((reason) => `${reason} (${sample.name})`);
  });
}

/** The positions of the last words of texts; the span of a node covers everything in it. */
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

/** Children that are rendered before an earlier sibling. */
function misplaced(thread: Nodes, spans: ReadonlyMap<Nodes, Span>, isFree: boolean): string[] {
  const faults: string[] = [];
  let before: { node: Nodes; span: Span } | undefined;
  for (const node of childrenOf(thread)) {
    const span = spans.get(node);
    if (span === undefined || (isFree && isThread(node))) continue;
    // An agent may be in the section of its call, before the rest of that message.
    const limit = before && (node.type === "agent" ? before.span.first : before.span.last);
    if (before && span.first < limit!)
      faults.push(
        `${nameOf({ node, parent: thread })} is rendered before ${nameOf({ node: before.node, parent: thread })}, or within it`,
      );
    const last = Math.max(span.last, before && node.type === "agent" ? before.span.last : 0);
    before = { node: node.type === "agent" && before ? before.node : node, span: { first: span.first, last } };
  }
  return [...faults, ...misplacedBlocks(thread, spans)];
}

/** Blocks of a message that are rendered before an earlier one. */
function misplacedBlocks(thread: Nodes, spans: ReadonlyMap<Nodes, Span>): string[] {
  return childrenOf(thread).flatMap((message) => {
    if (isThread(message)) return [];
    let end = -1;
    return childrenOf(message).flatMap((block) => {
      const span = spans.get(block);
      if (span === undefined) return [];
      const isBefore = span.first < end;
      end = Math.max(end, span.last);
      return isBefore ? [`${nameOf({ node: block, parent: message })} is rendered before the block above it`] : [];
    });
  });
}
