import type { Node, Parent, Root } from "mdast";
import { toString } from "mdast-util-to-string";

/** A place in a document that asks for a part of a session. */
export interface SessionBlock {
  /** The code block or directive. */
  readonly node: Node;
  /** What holds it. */
  readonly parent: Parent;
  /** The depth of the heading above it; 0 for none. */
  readonly depth: number;
  /** What is asked for, as typed: one line. */
  readonly input: string;
  /** The options as typed, by name; `true` for one without a value. */
  readonly options: ReadonlyMap<string, string | true>;
}

/** A directive as remark-directive makes it; the types of that package are not needed. */
interface Directive extends Parent {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | null | undefined>> | null | undefined;
}

/** The language of the code blocks, and the name of the directives, that are replaced. */
export const blockName = "ccdag";

/**
 * Find the code blocks in the language `ccdag` and the directives `::ccdag[…]`.
 *
 * @param tree a document; it is not changed.
 * @returns them in the order of the document.
 */
export function findBlocks(tree: Root): SessionBlock[] {
  const found: SessionBlock[] = [];
  let depth = 0;
  const stack: Array<{ node: Node; parent: Parent }> = [{ node: tree, parent: tree }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, parent } = next;
    if (node.type === "heading") depth = (node as Node & { depth: number }).depth;
    const asked = askedBy(node);
    if (asked !== undefined) found.push({ node, parent, depth, ...asked });
    else if ("children" in node)
      for (const child of (node as Parent).children.toReversed()) stack.push({ node: child, parent: node as Parent });
  }
  return found;
}

function askedBy(node: Node): Pick<SessionBlock, "input" | "options"> | undefined {
  if (node.type === "code") {
    const { lang, meta, value } = node as Node & { lang?: string | null; meta?: string | null; value: string };
    return lang === blockName ? { input: value.trim(), options: readMeta(meta ?? "") } : undefined;
  }
  if (node.type !== "leafDirective" || (node as Directive).name !== blockName) return undefined;
  const given = Object.entries((node as Directive).attributes ?? {});
  const options = new Map(given.map(([name, value]) => [name, value ? value : true] as const));
  return { input: toString(node).trim(), options };
}

/** What follows the language of a fence: words, `name=value` and `name="some words"`. */
function readMeta(meta: string): Map<string, string | true> {
  const words = meta.matchAll(/([^\s=]+)(?:=(?:"([^"]*)"|(\S*)))?/g);
  return new Map([...words].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? true]));
}
