import type { Element, ElementContent, Node, Properties, Root } from "hast";
import { type HastBlock, Nest, type Wrapper } from "../tree/nest-blocks.ts";
import { element } from "../tree/element.ts";
import type { HastThread } from "../tree/to-hast.ts";
import { written, type WrittenHtml } from "../tree/write-html.ts";
import { byteLength, createMeasure, type Measure } from "./measure.ts";

/** From this share of the budget on, a page ends where a turn begins. At the full budget it ends before any message. */
const softLimit = 0.6;
/** The conversation of an agent that takes more than this share of the budget becomes a separate thread. */
const largeAgent = 0.2;

/**
 * Divide content into pages: preferably where a turn begins, else where a message begins. A message that is longer than a
 * page is divided between its parts.
 *
 * @param threads all threads, side by side.
 * @param budget how many bytes of content a page may have.
 * @returns the sections of each page; a section that continues from an earlier page has no id.
 */
export function divide(threads: Iterable<HastThread>, budget: number): ElementContent[][] {
  const pages: Nest["children"][] = [];
  const nest = new Nest();
  let size = Number.POSITIVE_INFINITY;
  let open: Wrapper | undefined;
  for (const { path, html, isTurn, isHead } of blocksOf(threads, budget)) {
    const bytes = isHead ? 0 : byteLength(html.value);
    if (size + bytes > budget || (isTurn && size > budget * softLimit)) {
      nest.newPage();
      pages.push(nest.children);
      size = 0;
    } else if (path[0] !== open) writeLast(nest.children);
    open = path[0];
    nest.add({ within: path, content: html });
    size += bytes;
  }
  return pages;
}

/** Write a thread that has ended: thousands of threads would else be as many trees. */
function writeLast(children: ElementContent[]): void {
  const last = children.at(-1);
  if (last?.type === "element") children[children.length - 1] = written(last);
}

/** A block that fits on a page. */
interface Block {
  /** The elements that contain it, the thread first. */
  readonly path: readonly Wrapper[];
  /** Whether a turn begins with it. */
  readonly isTurn: boolean;
  /** Whether its size is not counted. */
  readonly isHead: boolean;
  readonly html: WrittenHtml;
}

/** The blocks of all threads in order. Large agents follow the message that contained them, as separate threads. */
function* blocksOf(threads: Iterable<HastThread>, budget: number): Generator<Block> {
  for (const thread of threads) {
    const queue: Array<{ wrapper: Wrapper; blocks: Iterator<HastBlock> }> = [];
    enter(thread);
    for (let top = queue.at(-1); top; top = queue.at(-1)) {
      const { value: block, done } = top.blocks.next();
      if (done) queue.pop();
      else if (block.content.type !== "text" || block.content.value.trim() !== "") {
        const { content } = block;
        const { wrapper } = top;
        const whole = content.type === "written" ? content : written(content);
        const tree = content.type === "element" ? content : whole.tree?.();
        const isHead = block.isHead === true;
        const isLarge = tree !== undefined && !isHead && byteLength(whole.value) > budget * largeAgent;
        const { parts, agents } = isLarge
          ? takeApart(tree, wrapper.properties, budget)
          : { parts: [whole], agents: [] };
        const path = [wrapper, ...block.within];
        for (const html of parts) yield { path, isTurn: beginsTurn(content), isHead, html };
        for (const agent of agents.reverse())
          enter({
            properties: agent.properties,
            blocks: agent.children.map((child) => ({ within: [], content: child })),
          });
      }
    }

    function enter({ properties = { className: ["thread"] }, blocks }: HastThread): void {
      const wrapper = { tagName: "section", properties, continued: continuedProperties(properties) };
      queue.push({ wrapper, blocks: blocks[Symbol.iterator]() });
    }
  }
}

function beginsTurn(block: ElementContent): boolean {
  const name = block.type === "element" ? block.properties["className"]?.[0] : undefined;
  return name === "prompt" || name === "turn";
}

/** The parts of a block that takes much of a page, and the large agents in it, as separate threads. */
function takeApart(block: Element, thread: Properties, budget: number): { parts: WrittenHtml[]; agents: Element[] } {
  const agents = hoist(block, thread, budget * largeAgent, createMeasure());
  // The rest of the message may be smaller now.
  const bytesOf = createMeasure();
  const parts = bytesOf(block) > budget ? split(block, budget, bytesOf) : [block];
  return { parts: parts.map((part) => written(part)), agents };
}

/** Move the conversations of large agents out of a message, and leave a link in place of each. */
function hoist(block: Element, thread: Properties, limit: number, bytesOf: Measure): Element[] {
  const found: Element[] = [];
  // In the order of the document.
  const stack: Array<{ parent: Element; child: Element }> = [];
  const enter = (parent: Element) => {
    for (const child of elementsOf(parent).reverse()) stack.push({ parent, child });
  };
  enter(block);
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { parent, child } = entry;
    const { id, className } = child.properties;
    const isAgent = child.tagName === "details" && className?.[0] === "agent";
    if (!isAgent || id === undefined || id === null || bytesOf(child) <= limit) {
      enter(child);
      continue;
    }
    const [summary, ...rest] = child.children;
    const words = summary?.type === "element" ? summary.children : [];
    const from = { ...within(thread), ...(block.properties["id"] ? { dataFrom: block.properties["id"] } : {}) };
    const link = element("p", { className: ["agent"] }, element("a", { href: `#${id}` }, words));
    parent.children[parent.children.indexOf(child)] = link;
    const names = ["thread", "agent", ...(className.includes("failed") ? ["failed"] : [])];
    found.push(element("section", { id, className: names, ...from }, element("h2", {}, words), rest));
  }
  return found;
}

/** Properties of the section of a thread that continues: the id stays where the thread begins. */
function continuedProperties(properties: Properties): Properties {
  const classes = (properties["className"] ?? []).filter((name) => name !== "active");
  return { className: classes, ...within(properties) };
}

function within({ id, dataWithin, dataFrom }: Properties): Properties {
  const thread = id ?? dataWithin;
  return {
    ...(thread === undefined || thread === null ? {} : { dataWithin: thread }),
    ...(dataFrom === undefined || dataFrom === null ? {} : { dataFrom }),
  };
}

/** Parts of an element that each fit on a page. */
function split(node: Element, budget: number, bytesOf: Measure): Element[] {
  if (bytesOf(node) <= budget) return [node];
  if (node.properties["className"]?.[0] === "file")
    return split(element("pre", {}, withNumbers(node)), budget, bytesOf);
  if (node.properties["className"]?.[0] === "json") return split(element("pre", {}, textOf(node)), budget, bytesOf);
  const isCollapsible = node.tagName === "details";
  const [summary, ...rest] = isCollapsible ? node.children : [undefined, ...node.children];
  const head = summary === undefined ? [] : [summary];
  const { id, ...others } = node.properties;
  const parts: Element[] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const child of rest.flatMap((one): ElementContent[] => piecesOf(one!, budget, bytesOf))) {
    const bytes = bytesOf(child);
    if (size + bytes > budget) {
      parts.push(element(node.tagName, parts.length === 0 ? { ...(id ? { id } : {}), ...others } : others, ...head));
      size = 0;
    }
    parts.at(-1)!.children.push(child);
    size += bytes;
  }
  // An element without children, such as an image, cannot be divided.
  return parts.length > 0 ? parts : [node];
}

/** A file with its line numbers in the text: a separate column of numbers would no longer match after a division. */
function withNumbers({ children }: Element): string {
  const [numbers = [], lines = []] = children.map((child) => textOf(child).split("\n"));
  return lines.map((line, at) => `${numbers[at] ?? ""}\t${line}`).join("\n");
}

function textOf(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(textOf).join("") : "";
}

function piecesOf(node: ElementContent, budget: number, bytesOf: Measure): ElementContent[] {
  if (node.type === "written" && node.tree && bytesOf(node) > budget) return split(node.tree(), budget, bytesOf);
  if (node.type === "element") return split(node, budget, bytesOf);
  if (node.type !== "text" || bytesOf(node) <= budget) return [node];
  // One character takes up to six bytes, such as `&#x3C;`.
  const size = Math.max(2, Math.floor(budget / 6));
  const pieces: ElementContent[] = [];
  for (let from = 0; from < node.value.length;) {
    const ends = ["\n", " "].map((end) => node.value.lastIndexOf(end, from + size - 1) + 1);
    let to =
      from + size < node.value.length ? (ends.find((end) => end > from + size / 2) ?? from + size) : node.value.length;
    if (to < node.value.length && /[\uD800-\uDBFF]/.test(node.value[to - 1]!)) to--;
    pieces.push({ type: "text", value: node.value.slice(from, to) });
    from = to;
  }
  return pieces;
}

/** The elements among the children. */
export function elementsOf({ children }: Element | Root): Element[] {
  return (children as Node[]).filter((child): child is Element => child.type === "element");
}
