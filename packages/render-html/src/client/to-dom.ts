import type { ElementContent } from "hast";
import { attributesOf } from "../tree/attributes.ts";

/** The elements that begin content of another name space. */
const spaces = new Map([
  ["svg", "http://www.w3.org/2000/svg"],
  ["math", "http://www.w3.org/1998/Math/MathML"],
]);

/**
 * Create DOM nodes from hast, as a browser does from the HTML of the same tree. It covers what pages of ccdag contain; a
 * library that covers all of HTML would be a tenth of the bundle.
 *
 * @param nodes elements and texts; other nodes are omitted.
 * @param space the name space of the element that holds the nodes (default: that of HTML).
 */
export function toDom(nodes: readonly ElementContent[], space?: string): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === "text") return [document.createTextNode(node.value)];
    if (node.type !== "element") return [];
    const { tagName, properties, children } = node;
    const own = spaces.get(tagName) ?? space;
    const element = own === undefined ? document.createElement(tagName) : document.createElementNS(own, tagName);
    for (const [name, value] of attributesOf(properties)) element.setAttribute(name, value);
    for (const child of toDom(children, own)) element.append(child);
    return [element];
  });
}
