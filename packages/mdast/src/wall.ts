import { addAll } from "./add-all.ts";
import { isThread, type Nodes } from "@ccdag/ccast";
import type { BlockContent } from "mdast";

/** Something that could not be rendered, and is shown as plain text instead. */
export interface RenderProblem {
  /** What was thrown. */
  readonly error: unknown;
  /** The node; `undefined` where the text alone is known. */
  readonly node: Nodes | undefined;
}

/** The node that holds each text of a document. */
const sources = new WeakMap<BlockContent, Nodes>();

/** Remember the node that holds a text, for problems that are found when the document is compiled. */
export function setSource<T extends BlockContent>(block: T, node: Nodes | undefined): T {
  if (node !== undefined) sources.set(block, node);
  return block;
}

/**
 * The node that holds a text of a document.
 *
 * @param block a `markdown` node or a block of code of `toMdast`.
 * @returns the node of ccast; `undefined` for text of ccdag itself.
 */
export function sourceOf(block: BlockContent): Nodes | undefined {
  return sources.get(block);
}

/**
 * Convert a text of a document; if that fails, report it, and use the fallback.
 *
 * @param block the text.
 * @param report takes the problem (default: it is ignored).
 * @param convert may throw.
 * @param fallback shows the text as it is.
 */
export function attempt<T>(
  block: BlockContent,
  report: ((problem: RenderProblem) => void) | undefined,
  convert: () => T,
  fallback: () => T,
): T {
  try {
    return convert();
  } catch (error) {
    report?.({ error, node: sourceOf(block) });
    return fallback();
  }
}

/** Keeps an error in one node from ending the whole document. Errors of extensions are passed on. */
export class Wall {
  readonly #report: ((problem: RenderProblem) => void) | undefined;
  readonly #passed = new Set<unknown>();

  constructor(report: ((problem: RenderProblem) => void) | undefined) {
    this.#report = report;
  }

  /** A function of an extension, whose errors are not caught. */
  pass<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
    return (...args) => {
      try {
        return run(...args);
      } catch (error) {
        this.#passed.add(error);
        throw error;
      }
    };
  }

  /** Render something of a node; if that fails, report it, and use the fallback. */
  attempt<T>(node: Nodes, render: () => T, fallback: () => T): T {
    try {
      return render();
    } catch (error) {
      if (this.#passed.has(error)) throw error;
      this.#report?.({ error, node });
      return fallback();
    }
  }

  /** The same for blocks; the fallback is all that the node holds, as text. */
  blocks(node: Nodes, render: () => BlockContent[]): BlockContent[] {
    return this.attempt(node, render, () => [{ type: "code", lang: "text", value: plainText(node) }]);
  }

  /** The same, added to a list. */
  add(list: BlockContent[], node: Nodes, render: () => BlockContent[]): void {
    addAll(list, this.blocks(node, render));
  }
}

/** All that a node holds, as text; of a thread only what it is. */
function plainText(node: Nodes): string {
  if (isThread(node)) return node.type;
  try {
    if ("value" in node && typeof node.value === "string") return node.value;
    if (node.type !== "toolCall" && "children" in node) return (node.children as Nodes[]).map(plainText).join("\n\n");
    return JSON.stringify(node, undefined, 2);
  } catch {
    return node.type;
  }
}
