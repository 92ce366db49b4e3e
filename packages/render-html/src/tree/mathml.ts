import type { Element, ElementContent } from "hast";

/** Elements of MathML that hold other elements of MathML, or text, and nothing else. */
const elements: ReadonlySet<string> = new Set(
  `maction menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle
  msub msubsup msup mtable mtd mtext mtr munder munderover none`.split(/\s+/),
);
const attributes: ReadonlySet<string> = new Set(
  `accent accentunder columnalign columnlines columnspacing columnspan depth displaystyle fence form frame height largeop
  linethickness lspace mathbackground mathcolor mathvariant maxsize minsize movablelimits notation rowlines rowspacing
  rowspan rspace scriptlevel separator stretchy symmetric voffset width`.split(/\s+/),
);
/** How deep elements may be nested. */
const maxMathDepth = 100;

/**
 * Copy MathML with the attributes that are known.
 *
 * @param nodes what a converter made of untrusted text.
 * @returns the copy; `undefined` if there is an element that is not known, or if elements are nested too deep.
 */
export function toMathml(nodes: readonly ElementContent[]): ElementContent[] | undefined {
  const copies: ElementContent[] = [];
  const stack = [{ nodes, copies, depth: 0 }];
  for (let top = stack.pop(); top; top = stack.pop())
    for (const node of top.nodes) {
      if (node.type === "text") top.copies.push({ type: "text", value: node.value });
      else if (node.type !== "element" || !elements.has(node.tagName) || top.depth > maxMathDepth) return undefined;
      else {
        const copy = copyOf(node);
        top.copies.push(copy);
        stack.push({ nodes: node.children, copies: copy.children, depth: top.depth + 1 });
      }
    }
  return copies;
}

function copyOf({ tagName, properties }: Element): Element {
  const known = Object.entries(properties).filter(([name]) => attributes.has(name));
  return { type: "element", tagName, properties: Object.fromEntries(known), children: [] };
}
