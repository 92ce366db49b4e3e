import { type Anchor, type Details, type Markdown, parseMarkdown } from "@ccdag/mdast";
import type { Element, ElementContent, Root as HastRoot } from "hast";
import { defaultSchema, sanitize, type Schema } from "hast-util-sanitize";
import type { Code, Nodes, PhrasingContent, Root } from "mdast";
import { defaultHandlers, type Handlers, type State, toHast as convert } from "mdast-util-to-hast";
import { toColours } from "./ansi.ts";

/** What text by a stranger may become: no images, which would be fetched from elsewhere, and links that open safely. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "img" && name !== "picture" && name !== "source"),
};

/**
 * Turn a document that `toMdast` made into HTML's own tree. Text by a stranger is parsed with HTML off, and
 * sanitised; what is ours is not touched by it.
 *
 * @param tree the document.
 */
export function toHast(tree: Root): HastRoot {
  let texts = 0;
  const handlers = {
    markdown: (_: State, { value, depth }: Markdown) => toSafe(value, depth, `t${texts++}-`),
    code: (state: State, node: Code) => {
      const ansi = node.data?.ansi;
      if (ansi === undefined) return defaultHandlers.code(state, node);
      return element("pre", {}, [element("code", { className: ["language-text"] }, toColours(ansi))]);
    },
    anchor: (_: State, { id }: Anchor): Element => element("a", { id }, []),
    details: (state: State, node: Details): Element =>
      element("details", {}, [
        element("summary", {}, [{ type: "text", value: node.summary }]),
        ...state.wrap(state.all(node as never), true),
      ]),
  };
  return convert(tree, { handlers: handlers as unknown as Handlers, allowDangerousHtml: false }) as HastRoot;
}

/** Text longer than this is shown as it was typed: reading it as Markdown would take longer than anybody waits. */
const parseLimit = 100_000;

function toSafe(value: string, depth: number, prefix: string): ElementContent[] {
  if (value.length > parseLimit) return [element("pre", {}, [{ type: "text", value }])];
  const tree = parseMarkdown(value, depth);
  defuse(tree);
  const hast = sanitize(convert(tree, { clobberPrefix: prefix }), { ...schema, clobberPrefix: prefix });
  return (hast.type === "root" ? hast.children : [hast]).filter(
    (node): node is ElementContent => node.type !== "doctype",
  );
}

/** A remote image becomes a link: a page must fetch nothing when it opens. */
function defuse(tree: Root): void {
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!("children" in node)) continue;
    for (const [index, child] of node.children.entries()) {
      if (child.type === "image") {
        const text: PhrasingContent = { type: "text", value: child.alt || child.url };
        (node.children as Nodes[])[index] = {
          type: "link",
          url: child.url,
          title: child.title ?? null,
          children: [text],
        };
      } else stack.push(child);
    }
  }
}

function element(tagName: string, properties: Element["properties"], children: ElementContent[]): Element {
  return { type: "element", tagName, properties, children };
}
