import { attempt, type Details, type Markdown, type MdastOptions, type Section } from "@ccdag/mdast";
import type { Element, ElementContent, Properties, Root as HastRoot } from "hast";
import type { Nodes, Root } from "mdast";
import { type Highlight, renderCode } from "./code.ts";
import { colourFast } from "./colour.ts";
import { createContent } from "./content.ts";
import { type HastContent, type HastContext, type SignWords, signWords } from "./context.ts";
import { element } from "./element.ts";
import { flatten, isThreadLandmark, type Piece } from "./flatten.ts";
import { onLines, wrap } from "./lines.ts";
import type { Memory } from "./memory.ts";
import { asPlain, toSafe } from "./safe.ts";
import { written } from "./write-html.ts";

/** Options of {@link toHast}. */
export interface HastOptions {
  /**
   * A syntax highlighter, such as that of `@ccdag/render-html/highlight`; `false` for none (default: a fast one, which
   * colours comments, strings, numbers and keywords).
   */
  highlight?: Highlight | false | undefined;
  /** Labels of signs that replace the English ones. */
  words?: Partial<SignWords> | undefined;
  /** A cache of rendered texts, for one document, or for several with the same `highlight` (default: no cache). */
  memory?: Memory<ElementContent> | undefined;
  /** Called for each text that cannot be converted, and is shown as it is (default: it is shown all the same). */
  report?: MdastOptions["report"];
}

/**
 * Convert a document of `toMdast` to hast. Untrusted text is parsed without HTML and sanitised. In a document with
 * sections, each thread becomes a `section` and each message an `article` with its anchor as id; threads are side by side.
 *
 * @param tree the document.
 * @param options highlighter, labels and cache.
 */
export function toHast(tree: Root, options: HastOptions = {}): HastRoot {
  return convertDocument(tree, options, (make) => make());
}

/**
 * The same, with the texts of messages and blocks of code written as HTML at once: the tree of a page is then a twentieth as
 * large.
 */
export function toWrittenHast(tree: Root, options: HastOptions = {}): HastRoot {
  return convertDocument(tree, options, written);
}

function convertDocument(
  tree: Root,
  { highlight = colourFast, memory, words, report }: HastOptions,
  keep: (make: () => Element) => ElementContent,
): HastRoot {
  const context: HastContext = { highlight, words: { ...signWords, ...words } };
  /** Two nodes may have the same name, such as two agents with one id: the first gets the id, and links lead to it. */
  const ids = new Set<string>();
  const claim = (name: string | undefined): Properties => {
    if (name === undefined || ids.has(name)) return {};
    ids.add(name);
    return { id: name };
  };
  const { all } = createContent({ words: context.words, special });
  const pieces = tree.children.some(({ type }) => type === "section") ? flatten(tree).map(toSection) : tree.children;
  return { type: "root", children: onLines(all({ type: "root", children: pieces })) };

  function special(node: Nodes): ElementContent | undefined | null {
    switch (node.type) {
      case "markdown":
        return renderMarkdown(node);
      case "code": {
        const make = () =>
          attempt(
            node,
            report,
            () => renderCode(node, context),
            () => asPlain(node.value),
          );
        if (!memory) return keep(make);
        return memory.recall(`${JSON.stringify([node.lang, node.data])} ${node.value}`, () => keep(make));
      }
      case "anchor":
        return ids.has(node.id) ? undefined : element("a", claim(node.id));
      case "section":
        return renderSection(node, all, claim(node.landmark.name));
      case "details":
        return renderDetails(node, all, claim(node.landmark?.name));
      default:
        return null;
    }
  }

  function renderMarkdown(node: Markdown): ElementContent {
    const { value, depth } = node;
    const make = () =>
      attempt(
        node,
        report,
        () => toSafe(value, depth, context),
        () => asPlain(value),
      );
    // A link within the document stays in the tree: it may become a link to another page.
    if (/[(<]\s*[#&]/.test(value)) return make();
    return memory ? memory.recall(`${depth} ${value}`, () => keep(make)) : keep(make);
  }
}

/** A piece of a thread as a section, so that the same handler renders it. */
function toSection({ landmark, within, begins, children }: Piece): Section {
  return {
    type: "section",
    landmark: { ...landmark, isActive: begins ? landmark.isActive : undefined },
    children,
    data: { within },
  } as Section;
}

function renderDetails(node: Details, all: HastContent["all"], id: Properties): Element {
  const { kind, tool, summary } = node;
  const properties = { ...id, ...(kind && { className: [kind] }), ...(tool && { dataTool: tool }) };
  return element("details", properties, element("summary", {}, summary), wrap(all(node)));
}

function renderSection(node: Section, all: HastContent["all"], id: Properties): Element {
  const { kind, from, isActive } = node.landmark;
  const children = wrap(all(node));
  if (!isThreadLandmark(node.landmark))
    return element("article", { ...id, className: [kind] }, withPermalink(children, id["id"]));
  const { within } = (node.data ?? {}) as { within?: string };
  const properties: Properties = { ...id, className: ["thread", kind, ...(isActive ? ["active"] : [])] };
  if (within !== undefined) properties["dataWithin"] = within;
  if (from !== undefined) properties["dataFrom"] = from;
  return element("section", properties, children);
}

/** Make the time in the heading of a message a permalink to the message. */
function withPermalink(children: ElementContent[], id: string | undefined): ElementContent[] {
  const heading = children.find((child): child is Element => child.type === "element" && /^h\d$/.test(child.tagName));
  const at = heading?.children.findIndex((child) => child.type === "element" && child.tagName === "time") ?? -1;
  if (heading && id !== undefined && at >= 0)
    heading.children[at] = element("a", { className: ["permalink"], href: `#${id}` }, heading.children[at]!);
  return children;
}
