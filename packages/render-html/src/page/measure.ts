import type { ElementContent } from "hast";

/** The upper limit of the bytes that a node takes in a page. */
export type Measure = (node: ElementContent) => number;

const encoder = new TextEncoder();
/** How many more bytes a character takes that is written as a character reference. */
const referenceBytes = 5;

/** Create a function that measures nodes without rendering them. Results are cached: a measured node must not change. */
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
  return encoder.encode(text).length + referenceBytes * (text.match(/[&<"]/g)?.length ?? 0);
}
