import type { Element, ElementContent, Properties } from "hast";

type Child = ElementContent | string;

/** Create an element; strings among its children become text nodes. A list of any length is one argument. */
export function element(
  tagName: string,
  properties: Properties,
  ...children: ReadonlyArray<Child | readonly Child[]>
): Element {
  // Most elements have one child, or one list: a list that grows has room for sixteen more.
  if (children.length === 1) {
    const only = children[0]!;
    const made = typeof only === "string" || "type" in only ? [toNode(only)] : only.map(toNode);
    return { type: "element", tagName, properties, children: made };
  }
  const nodes: ElementContent[] = [];
  for (const child of children)
    if (typeof child === "string" || "type" in child) nodes.push(toNode(child));
    else for (const one of child) nodes.push(toNode(one));
  return { type: "element", tagName, properties, children: nodes };
}

function toNode(child: Child): ElementContent {
  return typeof child === "string" ? { type: "text", value: child } : child;
}
