import type { ElementContent, Properties } from "hast";

const svgNames = new Set(["svg", "path", "rect", "title"]);

/**
 * Make elements of a tree, as a browser makes them of the text that the tree is written as. What our pages have is
 * enough; a library that knows all of HTML would be a tenth of the bundle.
 *
 * @param nodes elements and texts; what else there is, is left out.
 */
export function toDom(nodes: readonly ElementContent[], isSvg = false): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === "text") return [document.createTextNode(node.value)];
    if (node.type !== "element") return [];
    const { tagName, properties, children } = node;
    const isPart = tagName === "svg" || (isSvg && (svgNames.has(tagName) || tagName === "a"));
    const element = isPart
      ? document.createElementNS("http://www.w3.org/2000/svg", tagName)
      : document.createElement(tagName);
    for (const [name, value] of attributesOf(properties)) element.setAttribute(name, value);
    element.append(...toDom(children, isPart));
    return [element];
  });
}

function attributesOf(properties: Properties): Array<[name: string, value: string]> {
  return Object.entries(properties).flatMap(([name, value]): Array<[string, string]> => {
    if (value === undefined || value === null || value === false) return [];
    return [[attributeOf(name), value === true ? "" : Array.isArray(value) ? value.join(" ") : String(value)]];
  });
}

/** Attributes of SVG are written as they are; those of HTML in small letters. */
function attributeOf(name: string): string {
  if (name === "className") return "class";
  if (name === "viewBox" || name === "preserveAspectRatio") return name;
  if (/^data[A-Z]/.test(name)) return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return name.toLowerCase().replace(/^aria(?=.)/, "aria-");
}
