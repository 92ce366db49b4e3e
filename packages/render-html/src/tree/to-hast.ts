import type { Anchor, Details, Markdown, Section } from "@ccdag/mdast";
import type { Element, ElementContent, Properties, Root as HastRoot } from "hast";
import type { Code, ListItem, Parents, Root } from "mdast";
import { defaultHandlers, type Handlers, type State, toHast as convert } from "mdast-util-to-hast";
import { type Highlight, renderCode } from "./code.ts";
import { element } from "./element.ts";
import { flatten, isThreadLandmark, type Piece } from "./flatten.ts";
import type { Memory } from "./memory.ts";
import { toSafe, withSigns } from "./safe.ts";
import { type SignWords, signWords, type HastContext } from "./context.ts";

/** Options of {@link toHast}. */
export interface HastOptions {
  /** Colours code (default: code has one colour). `@ccdag/render-html/highlight` has one. */
  highlight?: Highlight | undefined;
  /** Words for those who do not see signs, as far as they are not to be English. */
  words?: Partial<SignWords> | undefined;
  /** Knows what texts became when they were told before; for one document, or for several with the same `highlight` (default: nothing is kept). */
  memory?: Memory<Element> | undefined;
}

/**
 * Turn a document that `toMdast` made into HTML's own tree. Text by a stranger is parsed with HTML off, and
 * sanitised; what is ours is not touched by it. Where the document has sections, each line of conversation is a
 * `section` and each message an `article` with the anchor as its id; lines stand side by side.
 *
 * @param tree the document.
 * @param options how code is coloured.
 */
export function toHast(tree: Root, { highlight, memory, words }: HastOptions = {}): HastRoot {
  const context: HastContext = { highlight, words: { ...signWords, ...words } };
  /** Two lines may claim one name, such as two agents with one id: links lead to the first. */
  const ids = new Set<string>();
  const claim = (name: string | undefined): Properties => {
    if (name === undefined || ids.has(name)) return {};
    ids.add(name);
    return { id: name };
  };
  const handlers = {
    markdown(_: State, { value, depth }: Markdown) {
      const read = () => toSafe(value, depth, context);
      // An address in the document may be changed into one on another page.
      return memory && !/[(<]\s*#/.test(value) ? memory.recall(`${depth} ${value}`, read) : read();
    },
    code(_: State, node: Code) {
      const read = () => renderCode(node, context);
      return memory ? memory.recall(`${JSON.stringify([node.lang, node.data])} ${node.value}`, read) : read();
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
      return element(
        "details",
        properties,
        element("summary", {}, summary),
        ...state.wrap(state.all(node as never), true),
      );
    },
  } as unknown as Handlers;
  const pieces = tree.children.some(({ type }) => type === "section") ? flatten(tree).map(toSection) : tree.children;
  return convert({ type: "root", children: pieces }, { handlers, allowDangerousHtml: false }) as HastRoot;
}

/** A piece of a line as a section: it is told by the same handler. */
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
    return element("article", { ...id, className: [kind] }, ...withWayTo(children, id["id"]));
  const { within } = (node.data ?? {}) as { within?: string };
  const properties: Properties = { ...id, className: ["thread", kind, ...(isActive ? ["active"] : [])] };
  if (within !== undefined) properties["dataWithin"] = within;
  if (from !== undefined) properties["dataFrom"] = from;
  return element("section", properties, ...children);
}

/** The time in the heading of a message leads to the message: whoever wants to point at it finds the address there. */
function withWayTo(children: ElementContent[], id: string | undefined): ElementContent[] {
  const heading = children.find((child): child is Element => child.type === "element" && /^h\d$/.test(child.tagName));
  const at = heading?.children.findIndex((child) => child.type === "element" && child.tagName === "time") ?? -1;
  if (heading && id !== undefined && at >= 0)
    heading.children[at] = element("a", { className: ["permalink"], href: `#${id}` }, heading.children[at]!);
  return children;
}
