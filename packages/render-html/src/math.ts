import type { ElementContent } from "hast";
import temml from "temml";

/** The types of the package describe its CommonJS build; its ES module exports the same object. */
const { __renderToMathMLTree: toMathTree } = temml as unknown as typeof temml.default;

/** A node of temml: an element of MathML, a text, or a list of nodes. */
interface TemmlNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly children?: readonly TemmlNode[];
}

/**
 * Convert TeX to MathML with temml, which must be installed beside this package.
 *
 * @param source a formula in TeX.
 * @param isDisplay whether it stands on a line of its own.
 * @returns the children of the `math` element; `undefined` for what temml cannot read.
 */
export function math(source: string, isDisplay: boolean): ElementContent[] | undefined {
  try {
    const root = toMathTree(source, { displayMode: isDisplay, throwOnError: true }) as TemmlNode;
    return toHastNodes(root.children ?? []);
  } catch {
    // An error of TeX, or nesting that is too deep for temml.
    return undefined;
  }
}

function toHastNodes(nodes: readonly TemmlNode[]): ElementContent[] {
  const converted: ElementContent[] = [];
  /** In the order of the formula: what is converted next is last. */
  const stack = nodes.map((node) => ({ node, into: converted })).reverse();
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { type, text, attributes = {}, children = [] } = top.node;
    let { into } = top;
    if (text !== undefined) into.push({ type: "text", value: text });
    if (type !== undefined) {
      const properties = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]));
      const node = { type: "element" as const, tagName: type, properties, children: [] };
      into.push(node);
      into = node.children;
    }
    for (const child of children.toReversed()) stack.push({ node: child, into });
  }
  return converted;
}
