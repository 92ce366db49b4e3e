import type { Element, ElementContent, Properties } from "hast";

/** Create an element; strings among its children become text nodes. */
export function element(
  tagName: string,
  properties: Properties,
  ...children: ReadonlyArray<ElementContent | string>
): Element {
  return {
    type: "element",
    tagName,
    properties,
    children: children.map((child) => (typeof child === "string" ? { type: "text", value: child } : child)),
  };
}
