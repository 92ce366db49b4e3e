import type { Element, ElementContent, Nodes, Root } from "hast";
import type { Reading } from "./reading.ts";

/** Elements whose content is not visible. */
const unseen = new Set(["head", "script", "style", "template", "noscript"]);
/** Elements without white space around them. */
const inline = new Set("a abbr b bdi cite code del em i ins kbd mark q s samp small span strong sub sup u".split(" "));
/** Attributes with a text for the reader, or with an address. */
const readable = new Set(["alt", "ariaLabel", "cite", "className", "href", "label", "src", "title"]);
const addresses = new Set(["href", "src", "action", "xLinkHref", "formAction"]);
const unsafe = /^\s*(?:javascript|vbscript|data:text)/i;

interface Frame {
  readonly node: Nodes;
  /** The names of the block elements around the node. */
  readonly path: string;
  readonly isUnseen: boolean;
}

/** A reading under construction. */
interface Draft extends Reading {
  text: string;
  readonly pieces: Array<{ at: number; path: string }>;
  readonly anchors: Array<{ at: number; name: string }>;
  readonly links: string[];
  readonly elements: Map<string, number>;
  readonly dangers: string[];
  readonly attributeValues: string[];
}

/** Read a page as a person who looks at it. */
export function fromHast(tree: Root): Reading {
  const draft: Draft = {
    text: "",
    pieces: [],
    anchors: [],
    links: [],
    elements: new Map(),
    dangers: [],
    attributeValues: [],
  };
  /** `undefined` ends a block element. */
  const stack: Array<Frame | undefined> = [{ node: tree, path: "", isUnseen: false }];
  while (stack.length > 0) {
    const frame = stack.pop();
    if (frame === undefined) draft.text += "\n";
    else for (const each of readNode(draft, frame).reverse()) stack.push(each);
  }
  return draft;
}

/** Read a node; returns what follows: its children, and the end of a block element. */
function readNode(draft: Draft, { node, path, isUnseen }: Frame): Array<Frame | undefined> {
  if (node.type === "text" && !isUnseen) {
    draft.pieces.push({ at: draft.text.length, path });
    draft.text += node.value;
  } else if (node.type === "comment") count(draft.elements, "comment");
  if (node.type === "root") return framesOf(node.children, path, isUnseen);
  if (node.type !== "element") return [];
  count(draft.elements, node.tagName);
  for (const [name, value] of Object.entries(node.properties))
    readAttribute(draft, node, name, Array.isArray(value) ? value.join(" ") : String(value));
  const isHidden = isUnseen || unseen.has(node.tagName) || node.properties["hidden"] === true;
  if (inline.has(node.tagName)) return framesOf(node.children, path, isHidden);
  draft.text += "\n";
  return [...framesOf(node.children, `${path} ${node.tagName}`, isHidden), undefined];
}

function framesOf(nodes: ReadonlyArray<ElementContent | Nodes>, path: string, isUnseen: boolean): Frame[] {
  return nodes.map((node) => ({ node, path, isUnseen }));
}

function readAttribute(draft: Draft, { tagName, properties }: Element, name: string, value: string): void {
  if (name === "id" || (name === "name" && tagName === "a")) {
    if (name === "id" || properties["id"] === undefined) draft.anchors.push({ at: draft.text.length, name: value });
    return;
  }
  if (name === "href" && value.startsWith("#")) draft.links.push(value.slice(1));
  if (/^on[A-Z]/.test(name) || name === "srcDoc") draft.dangers.push(`an attribute ${name} of <${tagName}>`);
  if (addresses.has(name) && unsafe.test(strip(value)))
    draft.dangers.push(`the address ${value.slice(0, 40)} of <${tagName}>`);
  if (readable.has(name)) draft.attributeValues.push(value);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Remove control characters and white space, which browsers ignore in the name of a protocol. */
function strip(value: string): string {
  return value.replace(/[\p{Cc}\s]/gu, "");
}
