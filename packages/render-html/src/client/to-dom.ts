import type { ElementContent } from "hast";
import { attributesOf } from "../tree/attributes.ts";

const svgNames = new Set(["svg", "path", "rect", "title"]);

/**
 * Create DOM nodes from hast, as a browser does from the HTML of the same tree. It covers what pages of ccdag contain; a
 * library that covers all of HTML would be a tenth of the bundle.
 *
 * @param nodes elements and texts; other nodes are omitted.
 * @param isSvg whether the nodes are children of an SVG element (default: `false`).
 */
export function toDom(nodes: readonly ElementContent[], isSvg = false): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === "text") return [document.createTextNode(node.value)];
    if (node.type !== "element") return [];
    const { tagName, properties, children } = node;
    const isSvgElement = tagName === "svg" || (isSvg && (svgNames.has(tagName) || tagName === "a"));
    const element = isSvgElement
      ? document.createElementNS("http://www.w3.org/2000/svg", tagName)
      : document.createElement(tagName);
    for (const [name, value] of attributesOf(properties)) element.setAttribute(name, value);
    for (const child of toDom(children, isSvgElement)) element.append(child);
    return [element];
  });
}
