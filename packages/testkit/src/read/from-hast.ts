import type { Element, Nodes, Root } from "hast";
import type { Reading } from "./reading.ts";

/** Elements whose content nobody reads. */
const unseen = new Set(["head", "script", "style", "template", "noscript"]);
/** Elements between which there is no space. */
const inline = new Set("a abbr b bdi cite code del em i ins kbd mark q s samp small span strong sub sup u".split(" "));
/** Attributes that say something to whoever reads, or to what leads there. */
const output = new Set(["alt", "ariaLabel", "cite", "className", "href", "label", "src", "title"]);
const address = /^\s*(?:javascript|vbscript|data:text)/i;

/** Read a page as somebody who looks at it. */
export function fromHast(tree: Root): Reading {
  let text = "";
  const pieces: Array<{ at: number; path: string }> = [];
  const anchors: Array<{ at: number; name: string }> = [];
  const links: string[] = [];
  const elements = new Map<string, number>();
  const dangers: string[] = [];
  const said: string[] = [];
  const stack: Array<{ node: Nodes; path: string; isUnseen: boolean } | undefined> = [
    { node: tree, path: "", isUnseen: false },
  ];
  while (stack.length > 0) {
    const top = stack.pop();
    if (top === undefined) {
      text += "\n";
      continue;
    }
    const { node, path, isUnseen } = top;
    if (node.type === "text" && !isUnseen) {
      pieces.push({ at: text.length, path });
      text += node.value;
    } else if (node.type === "comment") count(elements, "comment");
    else if (node.type === "element") {
      count(elements, node.tagName);
      look(node);
    }
    if (!("children" in node)) continue;
    const isElement = node.type === "element";
    const below = isElement && !inline.has(node.tagName) ? `${path} ${node.tagName}` : path;
    if (isElement && !inline.has(node.tagName)) {
      text += "\n";
      stack.push(undefined);
    }
    const isHidden = isUnseen || (isElement && (unseen.has(node.tagName) || node.properties["hidden"] === true));
    for (const child of [...node.children].reverse()) stack.push({ node: child, path: below, isUnseen: isHidden });
  }
  return { text, pieces, anchors, links, elements, dangers, said };

  function look({ tagName, properties }: Element): void {
    for (const [name, value] of Object.entries(properties)) {
      const words = Array.isArray(value) ? value.join(" ") : String(value);
      if (name === "id" || (name === "name" && tagName === "a")) {
        if (name === "id" || properties["id"] === undefined) anchors.push({ at: text.length, name: words });
        continue;
      }
      if (name === "href" && words.startsWith("#")) links.push(words.slice(1));
      if (/^on[A-Z]/.test(name) || name === "srcDoc") dangers.push(`an attribute ${name} of <${tagName}>`);
      if (["href", "src", "action", "xLinkHref", "formAction"].includes(name) && address.test(strip(words)))
        dangers.push(`the address ${words.slice(0, 40)} of <${tagName}>`);
      if (output.has(name)) said.push(words);
    }
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Browsers skip control characters and spaces in the name of a protocol. */
function strip(words: string): string {
  return words.replace(/[\p{Cc}\s]/gu, "");
}
