import type { ElementContent } from "hast";

/** How many bytes a node takes in a page, at most. */
export type Measure = (node: ElementContent) => number;

const encoder = new TextEncoder();
/** A character that is written as a reference takes so many bytes more. */
const escaped = 5;

/** Measure nodes without writing them; each once, so nothing in them may change between. */
export function createMeasure(): Measure {
  const known = new WeakMap<ElementContent, number>();
  const measure = (node: ElementContent): number => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const bytes =
      node.type === "text" ? textBytes(node.value) : node.type === "element" ? elementBytes(node, measure) : 0;
    known.set(node, bytes);
    return bytes;
  };
  return measure;
}

function elementBytes(
  { tagName, properties, children }: Extract<ElementContent, { type: "element" }>,
  measure: Measure,
): number {
  let bytes = 2 * tagName.length + 5;
  for (const [name, value] of Object.entries(properties)) bytes += name.length + 6 + textBytes(String(value));
  for (const child of children) bytes += measure(child);
  return bytes;
}

function textBytes(text: string): number {
  return encoder.encode(text).length + escaped * (text.match(/[&<"]/g)?.length ?? 0);
}
