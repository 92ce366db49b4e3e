import { parseMarkdown } from "@ccdag/mdast";
import { cellsOf } from "../cells.ts";
import { table } from "../table.ts";
import type { Code, List, Nodes, Table } from "mdast";
import { emptyLine, type ShownLine, textLine, type Look, prefixed, span, wrapLine } from "./shown-line.ts";
import { phrasingLines, type PhrasingContext, wordsOf } from "./phrasing.ts";

/** What blocks are written with. */
export interface BlockContext extends PhrasingContext {
  /** The width of the text, in cells; infinite for no terminal. */
  readonly width: number;
  /** Writes a block that is no Markdown, such as a call; `names` are those of the place that it is at. */
  readonly other: (node: Nodes, context: BlockContext, names: readonly string[]) => ShownLine[];
  /**
   * Opens a block that only holds others, such as a turn. People rewind in what came of a rewind, so such blocks are as deep in one
   * another as a conversation is long (default: none is opened).
   */
  readonly open?: ((node: Nodes, context: BlockContext) => OpenedBlock | undefined) | undefined;
  /** Whether a block stands directly below the one before it. */
  readonly isJoined?: ((before: Nodes, node: Nodes) => boolean) | undefined;
}

/** A block that holds others. */
export interface OpenedBlock {
  /** What stands above them. */
  readonly head: readonly ShownLine[];
  /** The names of the place. */
  readonly names: readonly string[];
  readonly children: readonly Nodes[];
}

/**
 * Write blocks, with an empty line between two.
 *
 * @param nodes any blocks of a document.
 * @param context the width, and what writes the blocks that are not of Markdown.
 */
export function blockLines(nodes: readonly Nodes[], context: BlockContext): ShownLine[] {
  const lines: ShownLine[] = [];
  let before: Nodes | undefined;
  let waiting: readonly string[] = [];
  const add = ([first, ...rest]: readonly ShownLine[], isJoined: boolean) => {
    if (first === undefined) return;
    if (lines.length > 0 && !isJoined) lines.push(emptyLine);
    lines.push({ ...first, names: [...waiting, ...(first.names ?? [])] });
    for (const line of rest) lines.push(line);
    waiting = [];
  };
  const open = [{ nodes, next: 0 }];
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const node = frame.nodes[frame.next++];
    const opened = node && context.open?.(node, context);
    if (node === undefined) open.pop();
    else if (opened !== undefined) {
      waiting = [...waiting, ...opened.names];
      add(opened.head, false);
      open.push({ nodes: opened.children, next: 0 });
    }
    if (node === undefined || opened !== undefined) before = undefined;
    else if (node.type === "anchor") waiting = [...waiting, node.id];
    else {
      const own = blockOf(node, context, waiting);
      if (own.length === 0) continue;
      add(own, before !== undefined && context.isJoined?.(before, node) === true);
      before = node;
    }
  }
  return lines;
}

function blockOf(node: Nodes, context: BlockContext, names: readonly string[]): ShownLine[] {
  const { width } = context;
  const words = (looks: readonly Look[]) =>
    "children" in node ? phrasingLines(node.children as never, looks, context) : [];
  switch (node.type) {
    case "paragraph":
      return words(isNote(node) ? ["dim"] : []).flatMap((line) => wrapLine(line, width));
    case "heading":
      return words(["bold"]).flatMap((line) => wrapLine(line, width));
    case "thematicBreak":
      return [textLine("─".repeat(Math.min(width, 40)), "dim")];
    case "markdown":
      return blockLines(parseMarkdown(node.value)?.children ?? [{ type: "code", value: node.value }], context);
    case "blockquote":
      return prefixed(blockLines(node.children, narrower(context, 2)), span("│ ", "dim"));
    case "code":
      return codeLines(node, width);
    case "list":
      return listLines(node, context);
    case "table":
      return tableLines(node, context);
    default:
      return context.other(node, context, names);
  }
}

/** Whether a paragraph is a remark of the document: it is all emphasis, as in `3 records not shown`. */
function isNote(node: Nodes): boolean {
  return node.type === "paragraph" && (node.data?.isPointer === true || node.children.every(isEmphasis));
}

function isEmphasis({ type }: Nodes): boolean {
  return type === "emphasis" || type === "anchor";
}

/** The same with less room. */
export function narrower(context: BlockContext, cells: number): BlockContext {
  return { ...context, width: Math.max(20, context.width - cells) };
}

function codeLines({ value, lang }: Code, width: number): ShownLine[] {
  const lookOf = lang === "diff" ? diffLook : () => [];
  const lines = value.split(/\r\n?|\n/).map((text) => textLine(text, ...lookOf(text)));
  return prefixed(
    lines.flatMap((line) => wrapLine(line, width - 2)),
    span("  "),
  );
}

function diffLook(line: string): Look[] {
  if (line.startsWith("@@")) return ["cyan"];
  return line.startsWith("+") ? ["green"] : line.startsWith("-") ? ["red"] : [];
}

function listLines({ children, ordered, start, spread }: List, context: BlockContext): ShownLine[] {
  return children.flatMap((item, at) => {
    const number = ordered ? `${(start ?? 1) + at}. ` : "• ";
    const mark = item.checked === true ? "☑ " : item.checked === false ? "☐ " : number;
    const lines = blockLines(item.children, {
      ...narrower(context, cellsOf(mark)),
      isJoined: () => item.spread !== true,
    });
    const own = lines.length === 0 ? [emptyLine] : lines;
    const marked = prefixed(own, span(mark, "cyan"), span(" ".repeat(cellsOf(mark))));
    return at > 0 && spread === true ? [emptyLine, ...marked] : marked;
  });
}

/** A table as it is; one that is too wide has lines that continue below. */
function tableLines({ children, align }: Table, context: BlockContext): ShownLine[] {
  const rows = children.map((row) => row.children.map((cell) => wordsOf(cell.children).replace(/\s+/g, " ")));
  if (rows.length === 0) return [];
  const sides = (align ?? []).map((side) => (side === "right" ? "r" : "l")).join("");
  const lines = table(rows, { align: sides }).trimEnd().split("\n");
  return lines.flatMap((text, at) => wrapLine(textLine(text, ...(at === 0 ? (["bold"] as const) : [])), context.width));
}
