import { attempt, type Details, type Markdown, type MdastOptions, type SessionOverview } from "@ccdag/mdast";
import type { Element, ElementContent, Properties, Root as HastRoot } from "hast";
import type { BlockContent, Code, Nodes, Root, RootContent } from "mdast";
import { type ChangeIndex, noChanges } from "../changes/change-index.ts";
import { callName, ChangeViews } from "../changes/change-views.ts";
import { linkToChange, renderDetails } from "./render-details.ts";
import { type FailedCall, failedCalls, renderFailed } from "../turn/failed-calls.ts";
import { aboutTurn } from "../turn/about-turn.ts";
import { flowBlocks } from "../turn/flow-blocks.ts";
import { renderSessionHead } from "../turn/session-head.ts";
import { workWords } from "../turn/default-work-words.ts";
import type { WorkWords } from "../turn/work-words.ts";
import { type HastBlock, Nest } from "./nest-blocks.ts";
import { renderCode } from "./code.ts";
import { colourFast, colourWritten } from "./colour.ts";
import { createContent } from "./create-content.ts";
import {
  type HastContent,
  type HastContext,
  type Highlight,
  type MathConverter,
  signWords,
  type SignWords,
} from "./context.ts";
import type { Draw } from "./draw.ts";
import { element } from "./element.ts";
import { flatten, type Piece } from "./flatten.ts";
import { onLines, wrap } from "./lines.ts";
import { renderLong } from "./long.ts";
import type { Memory } from "./memory.ts";
import { renderMessage } from "./render-message.ts";
import { asPlain, toSafe } from "./safe.ts";
import { withSign } from "./sign.ts";
import { written } from "./write-html.ts";

/** Options of {@link toHast}. */
export interface HastOptions {
  /**
   * A syntax highlighter, such as that of `@ccdag/render-html/highlight`; `false` for none (default: a fast one, which
   * colours comments, strings, numbers and keywords).
   */
  highlight?: Highlight | false | undefined;
  /**
   * Converts formulas of messages, in TeX, to MathML, such as that of `@ccdag/render-html/math` (default: none; a formula is
   * shown as code).
   */
  math?: MathConverter | undefined;
  /**
   * Draws the code of fences in messages, such as Mermaid, as SVG. A drawing is shown as an image, which runs and loads
   * nothing, with its code below it (default: none; code is shown as it is).
   */
  draw?: Draw | undefined;
  /** Labels of signs, turns and changes that replace the English ones. */
  words?: Partial<SignWords & WorkWords> | undefined;
  /** The changes of files in the document, by `indexChanges` (default: none; then they are not listed). */
  changes?: ChangeIndex | undefined;
  /**
   * Whether the head of a session has commands that need its transcript: to resume it, and to export all of it (default: `false`, as
   * for a page that others get).
   */
  commands?: boolean | undefined;
  /** Changes the content of each text of a message, in place, as `rehypePlugins` do (default: it stays as it is). */
  transform?: ((text: Element) => void) | undefined;
  /**
   * A cache of rendered texts, for one document, or for several with the same `highlight`, `math`, `draw` and `transform` (default:
   * none).
   */
  memory?: Memory<ElementContent> | undefined;
  /** Called for each text that cannot be converted, and is shown as it is (default: it is shown all the same). */
  report?: MdastOptions["report"];
}

/**
 * Convert a document of `toMdast` to hast. Untrusted text is parsed without HTML, and only a fixed set of elements and
 * attributes is made. In a document with sections, each thread becomes a `section` and each message an `article` with its
 * anchor as id; threads are side by side.
 *
 * @param tree the document.
 * @param options highlighter, labels and cache.
 */
export function toHast(tree: Root, options: HastOptions = {}): HastRoot {
  const converter = new DocumentConverter(tree, options, (make) => make(options.highlight ?? colourFast));
  return toRoot(converter.threads(), (block) => block);
}

/** Threads as a tree. What is in no thread is converted block by block, a thread also as a whole. */
export function toRoot(threads: Iterable<HastThread>, convert: (block: ElementContent) => ElementContent): HastRoot {
  const children: ElementContent[] = [];
  for (const { properties, blocks } of threads) {
    const nest = new Nest();
    for (const { within, content } of blocks) nest.add({ within, content: convert(content) });
    if (properties) children.push(convert(element("section", properties, wrap(nest.children))));
    else for (const block of nest.children) children.push(block);
  }
  return { type: "root", children: onLines(children) };
}

/** A thread, or a part of one, whose blocks are converted when they are asked for. */
export interface HastThread {
  /** The properties of its `section`; absent for what is in no thread. */
  readonly properties?: Properties | undefined;
  /** Its messages and all else that it holds, in order. They can be asked for once. */
  readonly blocks: Iterable<HastBlock>;
}

/**
 * Convert a document with sections, block by block. The texts of messages and blocks of code are HTML that is written
 * already: the tree of a page is then a twentieth as large.
 *
 * @param tree the document. It is taken apart: what is converted is no longer in it, so that it need not be kept.
 * @param options as for {@link toHast}.
 */
export function toThreads(tree: Root, { highlight = colourFast, ...options }: HastOptions = {}): Iterable<HastThread> {
  // What is written already cannot be changed.
  const fast = highlight === colourFast && options.transform === undefined ? colourWritten : highlight;
  return new DocumentConverter(tree, options, (make) => written(make(fast), () => make(highlight))).threads(true);
}

/** Makes the element of a text or a block of code with a highlighter. */
type Make = (highlight: Highlight | false) => Element;

class DocumentConverter {
  readonly #tree: Root;
  readonly #content: HastContent;
  readonly #options: HastOptions;
  readonly #words: SignWords & WorkWords;
  /** Keeps a text or a block of code as a tree, or writes it. */
  readonly #keep: (make: Make) => ElementContent;
  readonly #changes: ChangeViews;
  readonly #failed: ReadonlyMap<SessionOverview, readonly FailedCall[]>;
  /** Two nodes may have the same name, such as two agents with one id: the first gets the id, and links lead to it. */
  readonly #ids = new Set<string>();
  #isTaken = false;

  constructor(tree: Root, options: HastOptions, keep: (make: Make) => ElementContent) {
    this.#tree = tree;
    this.#options = options;
    this.#words = { ...signWords, ...workWords, ...options.words };
    this.#keep = keep;
    this.#changes = new ChangeViews(tree, options.changes ?? noChanges, this.#words);
    this.#failed = failedCalls(tree);
    this.#content = createContent({ words: this.#words, special: (node) => this.#convert(node) });
  }

  /** The threads; if the document is taken, each turn and each thread leaves it when it is converted. */
  *threads(isTaken = false): Generator<HastThread> {
    const tree = this.#tree;
    this.#isTaken = isTaken;
    const hasSections = tree.children.some(({ type }) => type === "section");
    if (!hasSections) yield { blocks: this.#blocksOf(tree.children, undefined) };
    const pieces = hasSections ? flatten(tree, isTaken).reverse() : [];
    for (let piece = pieces.pop(); piece; piece = pieces.pop())
      yield { properties: threadProperties(piece, this.#claim(piece.landmark.name)), blocks: this.#pieceBlocks(piece) };
  }

  /** The blocks of a piece; below the title of a session its head. */
  *#pieceBlocks({ children, session, cwd }: Piece): Generator<HastBlock> {
    const title = session === undefined ? -1 : children.findIndex(({ type }) => type === "heading");
    yield* this.#blocksOf(children.slice(0, title + 1), cwd);
    if (session !== undefined) {
      const failed = renderFailed(session, this.#failed.get(session), this.#words);
      const { commands } = this.#options;
      const lists = [this.#changes.ofSession(session), failed].filter((list) => list !== undefined);
      yield { within: [], content: renderSessionHead(session, { lists, words: this.#words, commands }), isHead: true };
    }
    yield* this.#blocksOf(children.slice(title + 1), cwd);
  }

  #blocksOf(children: readonly RootContent[], cwd: string | undefined): Iterable<HastBlock> {
    return flowBlocks(children as BlockContent[], {
      words: this.#words,
      one: this.#content.one,
      claim: (name) => this.#claim(name),
      isTaken: this.#isTaken,
      aboutTurn: (turn) => aboutTurn(turn, this.#changes, cwd, this.#words),
    });
  }

  #claim(name: string | undefined): { id?: string } {
    if (name === undefined || this.#ids.has(name)) return {};
    this.#ids.add(name);
    return { id: name };
  }

  #convert(node: Nodes): ElementContent | undefined | null {
    const { all } = this.#content;
    switch (node.type) {
      case "markdown":
        return this.#convertText(node);
      case "code":
        return this.#recall(node, `${JSON.stringify([node.lang, node.data])} ${node.value}`, (highlight) =>
          renderLong(renderCode(node, this.#context(highlight)), node.value, this.#words),
        );
      case "anchor":
        return this.#ids.has(node.id) ? undefined : element("a", this.#claim(node.id));
      case "section":
        return renderMessage(node, all, this.#claim(node.landmark.name));
      case "heading":
        return element(`h${node.depth}`, {}, withSign(all(node)));
      case "details":
        return this.#convertDetails(node);
      default:
        return null;
    }
  }

  #context(highlight: Highlight | false): HastContext {
    const { math, draw } = this.#options;
    return { highlight, math, draw, words: this.#words };
  }

  /** A collapsible section. The calls of an agent are in runs, as those of a turn. */
  #convertDetails(node: Details): Element {
    const { landmark, call, kind } = node;
    const place = call && this.#changes.placeOf(call.id);
    const name = call?.hasFailed ? callName(call.id) : call && this.#changes.anchorOf(call.id);
    const id = this.#claim(landmark?.name ?? name);
    const inside = () => (kind === "agent" ? this.#insideAgent(node) : this.#content.all(node));
    return renderDetails(node, id, inside, place === undefined ? [] : [linkToChange(place, this.#words)]);
  }

  #insideAgent({ children }: Details): ElementContent[] {
    const nest = new Nest();
    for (const block of this.#blocksOf(children, undefined)) nest.add(block);
    return nest.children;
  }

  #convertText(node: Markdown): ElementContent {
    return this.#recall(node, `${node.depth} ${node.value}`, (highlight) =>
      toSafe(node.value, node.depth, this.#context(highlight)),
    );
  }

  /** A text or a block of code: from the cache, or converted; as it is, if that fails. */
  #recall(node: Code | Markdown, key: string, make: Make): ElementContent {
    const { report, memory, transform } = this.#options;
    const convert: Make = (highlight) => {
      const converted = attempt(
        node,
        report,
        () => make(highlight),
        () => asPlain(node.value),
      );
      if (node.type === "markdown") transform?.(converted);
      return converted;
    };
    // A link within the document is not cached: it may become a link to another page.
    if (memory === undefined || (node.type === "markdown" && /[(<]\s*[#&]/.test(node.value)))
      return this.#keep(convert);
    return memory.recall(key, () => this.#keep(convert));
  }
}

function threadProperties({ landmark, within, begins }: Piece, id: Properties): Properties {
  const { kind, from, isActive } = landmark;
  const properties: Properties = { ...id, className: ["thread", kind, ...(isActive && begins ? ["active"] : [])] };
  if (within !== undefined) properties["dataWithin"] = within;
  if (from !== undefined) properties["dataFrom"] = from;
  return properties;
}
