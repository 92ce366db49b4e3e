import type { ElementContent } from "hast";

/** Blocks on lines of their own, as children of a block. */
export function wrap(nodes: readonly ElementContent[]): ElementContent[] {
  const wrapped: ElementContent[] = [];
  for (const node of nodes) wrapped.push(lineEnd(), node);
  wrapped.push(lineEnd());
  return wrapped;
}

/** Blocks on lines of their own, without a line above and below. */
export function onLines(nodes: readonly ElementContent[]): ElementContent[] {
  return wrap(nodes).slice(1, -1);
}

function lineEnd(): ElementContent {
  return { type: "text", value: "\n" };
}
