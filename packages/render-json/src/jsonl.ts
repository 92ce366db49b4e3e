import {
  isThread,
  measureUsage,
  type Nodes,
  pathOf,
  type Prices,
  prices as listPrices,
  projectOf,
  type Reference,
  type Root,
  type Session,
  sessionPath,
  threadReference,
  type ThreadNode,
  toText,
  walk,
} from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { pieceLength } from "./stringify.ts";

/** Options of the JSON Lines renderer, also in the `settings` of the processor. */
export interface RenderJsonlOptions {
  /** As for the JSON renderer: whether `file.data.pieces` makes the text piece by piece (default: `false`). */
  inPieces?: boolean | undefined;
  /** Prices of tokens (default: the list prices of `@ccdag/ccast`). */
  prices?: Prices | undefined;
}

/** What lines hold besides the tree. */
export interface JsonlContext extends Pick<RenderJsonlOptions, "prices"> {
  /** The folder that was read, which the project of transcripts that are directly in it is named after (default: no project). */
  folder?: string | undefined;
}

/**
 * unified plugin: compile ccast to JSON Lines, in the order of the tree. Each line is one message, compaction or record: the
 * node of the tree, with the `thread` (session, branch or agent) that it belongs to, and flat fields for tables: `project`, `cwd`,
 * `branch` (of git), `cost` of the API call, and its `text`.
 */
const ccdagRenderJsonl: Plugin<[(RenderJsonlOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const { inPieces = false, prices }: RenderJsonlOptions = {
      ...(data.settings as RenderJsonlOptions | undefined),
      ...options,
    };
    // The name of the folder is not redacted.
    const context = { prices, folder: "redaction" in file.data ? undefined : file.path };
    if (!inPieces) return toJsonl(tree as Root, context);
    file.data.pieces = () => jsonLines(tree as Root, context);
    return "";
  };
};

export default ccdagRenderJsonl;

/**
 * Render a tree as JSON Lines.
 *
 * @param tree the finished tree, or a timeline.
 * @param context the folder that was read, and prices (default: no folder, list prices).
 * @returns one line per node, each with a line feed at the end; an empty string for an empty tree.
 */
export function toJsonl(tree: Root, context: JsonlContext = {}): string {
  return [...jsonLines(tree, context)].join("");
}

/** The lines, in pieces of many. */
function* jsonLines(tree: Root, { folder, prices = listPrices }: JsonlContext): Generator<string> {
  const rows: Array<readonly [node: Nodes, parent: ThreadNode]> = [];
  const references = new Map<Nodes, Reference | undefined>();
  const sessions = new Map<Nodes, Session | undefined>();
  walk(tree, (node, parent) => {
    if (isThread(node)) {
      references.set(node, threadReference(node, parent && references.get(parent)));
      sessions.set(node, node.type === "session" ? node : parent && sessions.get(parent));
    } else if (parent !== undefined && isThread(parent)) rows.push([node, parent]);
  });
  const flatten = createFlatten(tree, folder, prices);
  let lines = "";
  for (const [node, parent] of rows) {
    // In a timeline each node has a `thread` already.
    const { type, ...rest } = node;
    const flat = flatten(node, sessions.get(parent));
    lines += `${JSON.stringify({ type, thread: references.get(parent), ...flat, ...rest })}\n`;
    if (lines.length < pieceLength) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}

/** The fields of a line that can be read without knowing the tree. */
interface FlatFields {
  readonly project?: string | undefined;
  readonly cwd?: string | undefined;
  readonly branch?: string | undefined;
  readonly cost?: number | undefined;
  readonly text?: string | undefined;
}

/** Returns what makes the flat fields of a node; `above` is its session, absent on a timeline. */
function createFlatten(
  tree: Root,
  folder: string | undefined,
  prices: Prices,
): (node: Nodes, above: Session | undefined) => FlatFields {
  const calls = measureUsage(tree, prices).messages;
  const paths = new Map<Session | undefined, string | undefined>();
  // On a timeline a message names its session.
  const heads = new Map<string | undefined, Session>();
  for (const { head } of tree.threads ?? []) if (head.type === "session") heads.set(head.sessionId, head);
  return (node, above) => {
    if (above && !paths.has(above)) paths.set(above, sessionPath(above));
    const session = above ?? heads.get("thread" in node ? node.thread?.sessionId : undefined);
    const used = node.type === "message" ? calls.get(node) : undefined;
    return {
      project: projectOf(paths.get(above) ?? pathOf(node), folder),
      cwd: session?.cwd,
      branch: session?.gitBranch,
      cost: used === undefined || used.unpriced > 0 ? undefined : used.cost,
      text: node.type === "message" || node.type === "compaction" ? toText(node) : undefined,
    };
  };
}
