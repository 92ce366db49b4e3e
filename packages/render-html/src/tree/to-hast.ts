import { type Anchor, attempt, type Details, type Markdown, type MdastOptions, type Section } from "@ccdag/mdast";
import type { Element, ElementContent, Properties, Root as HastRoot } from "hast";
import type { Code, ListItem, Parents, Root } from "mdast";
import { defaultHandlers, type Handlers, type State, toHast as convert } from "mdast-util-to-hast";
import { type Highlight, renderCode } from "./code.ts";
import { element } from "./element.ts";
import { flatten, isThreadLandmark, type Piece } from "./flatten.ts";
import type { Memory } from "./memory.ts";
import { asPlain, toSafe, withSigns } from "./safe.ts";
import { type SignWords, signWords, type HastContext } from "./context.ts";

/** Options of {@link toHast}. */
export interface HastOptions {
  /** A syntax highlighter, such as that of `@ccdag/render-html/highlight` (default: code has no colours). */
  highlight?: Highlight | undefined;
  /** Labels of signs that replace the English ones. */
  words?: Partial<SignWords> | undefined;
  /** A cache of rendered texts, for one document, or for several with the same `highlight` (default: no cache). */
  memory?: Memory<Element> | undefined;
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
export function toHast(tree: Root, { highlight, memory, words, report }: HastOptions = {}): HastRoot {
  const context: HastContext = { highlight, words: { ...signWords, ...words } };
  /** Two nodes may have the same name, such as two agents with one id: the first gets the id, and links lead to it. */
  const ids = new Set<string>();
  const claim = (name: string | undefined): Properties => {
    if (name === undefined || ids.has(name)) return {};
    ids.add(name);
    return { id: name };
  };
  const handlers = {
    markdown(_: State, node: Markdown) {
      const { value, depth } = node;
      const safe = () => toSafe(value, depth, context);
      const make = () => attempt(node, report, safe, () => asPlain(value));
      // A link within the document is not cached: it may become a link to another page.
      return memory && !/[(<]\s*#/.test(value) ? memory.recall(`${depth} ${value}`, make) : make();
    },
    code(_: State, node: Code) {
      const coloured = () => renderCode(node, context);
      const make = () => attempt(node, report, coloured, () => asPlain(node.value));
      return memory ? memory.recall(`${JSON.stringify([node.lang, node.data])} ${node.value}`, make) : make();
    },
    listItem: (state: State, node: ListItem, parent: Parents | undefined) =>
      withSigns(defaultHandlers.listItem(state, node, parent), context.words),
    anchor: (_: State, { id }: Anchor) => (ids.has(id) ? undefined : element("a", claim(id))),
    section: (state: State, node: Section) => renderSection(state, node, claim(node.landmark.name)),
    details(state: State, { kind, tool, landmark, summary, ...node }: Details): Element {
      const properties = {
        ...claim(landmark?.name),
        ...(kind && { className: [kind] }),
        ...(tool && { dataTool: tool }),
      };
      const inside: ElementContent[] = state.wrap(state.all(node as never), true);
      return element("details", properties, element("summary", {}, summary), inside);
    },
  } as unknown as Handlers;
  const pieces = tree.children.some(({ type }) => type === "section") ? flatten(tree).map(toSection) : tree.children;
  return convert({ type: "root", children: pieces }, { handlers, allowDangerousHtml: false }) as HastRoot;
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

function renderSection(state: State, node: Section, id: Properties): Element {
  const { kind, from, isActive } = node.landmark;
  const children = state.wrap(state.all(node as never), true);
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
