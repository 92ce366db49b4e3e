import type { ElementContent } from "hast";

/** The upper limit of the bytes that a node takes in a page. */
export type Measure = (node: ElementContent) => number;

/** How many more bytes a character takes that is written as a character reference. */
const referenceBytes = 5;

/** Create a function that measures nodes without rendering them. Results are cached: a measured node must not change. */
export function createMeasure(): Measure {
  const known = new WeakMap<ElementContent, number>();
  const measure = (node: ElementContent): number => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const bytes = bytesOf(node, measure);
    known.set(node, bytes);
    return bytes;
  };
  return measure;
}

function bytesOf(node: ElementContent, measure: Measure): number {
  if (node.type === "element") return elementBytes(node, measure);
  if (node.type === "written") return byteLength(node.value);
  return node.type === "text" ? textBytes(node.value) : 0;
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
  return byteLength(text) + referenceBytes * (text.match(/[&<"]/g)?.length ?? 0);
}

/** The bytes of a text in UTF-8, counted: to encode each text would cost more than to render it. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A surrogate is half of a character of four bytes.
    bytes += unit < 0x8_00 || (unit >= 0xd8_00 && unit < 0xe0_00) ? 1 : 2;
  }
  return bytes;
}
