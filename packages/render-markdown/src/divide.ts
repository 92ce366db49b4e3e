import type { Details, Markdown } from "@ccdag/mdast";
import type { BlockContent, Code, List, Nodes, RootContent } from "mdast";
import { findBlocks } from "./guard.ts";

/** How long the first piece may be, and each other one. */
export interface Room {
  readonly first: number;
  readonly other: number;
}

type Measure = (block: RootContent) => number;

/**
 * Divide one block that is longer than there is room for.
 *
 * @param block the block.
 * @param room how long its pieces may be.
 * @param measure how long a block will be.
 * @param continued the word on a fold that began in the piece before.
 */
export function divide(block: RootContent, room: Room, measure: Measure, continued: string): RootContent[] {
  switch (block.type) {
    case "details":
      return divideSection(block, room, measure, continued);
    case "markdown":
      return divideText(block, room, measure);
    case "list":
      return divideList(block, room, measure);
    case "code":
      return divideCode(block, room, measure);
    default:
      return asCode(wordsOf(block), room, measure);
  }
}

/** Several folds, each with a part of what was in the one. */
function divideSection(section: Details, room: Room, measure: Measure, continued: string): RootContent[] {
  const frame = measure({ ...section, summary: `${section.summary} (${continued})`, children: [] });
  const maxChars = room.other - frame;
  const pieces: BlockContent[][] = [[]];
  let left = Math.max(room.first - frame, 0);
  const put = (child: RootContent) => {
    const length = measure(child);
    if (length > left && pieces.at(-1)!.length > 0) {
      pieces.push([]);
      left = maxChars;
    }
    pieces.at(-1)!.push(child as BlockContent);
    left -= length;
  };
  for (const child of section.children)
    if (measure(child) <= maxChars) put(child);
    else
      for (const piece of divide(child, { first: Math.max(left, maxChars / 2), other: maxChars }, measure, continued))
        put(piece);
  return pieces.map((children, index) => ({
    ...section,
    summary: index === 0 ? section.summary : `${section.summary} (${continued})`,
    children,
  }));
}

function divideList(list: List, room: Room, measure: Measure): RootContent[] {
  const pieces: List[] = [];
  let left = 0;
  for (const item of list.children) {
    const length = measure({ ...list, children: [item] });
    if (pieces.length === 0 || length > left) {
      left = pieces.length === 0 ? room.first : room.other;
      pieces.push({ ...list, children: [] });
    }
    pieces.at(-1)!.children.push(item);
    left -= length;
  }
  return pieces.flatMap((piece): RootContent[] =>
    measure(piece) <= room.other ? [piece] : asCode(wordsOf(piece), room, measure),
  );
}

/**
 * Text is divided at blank lines that stand in no code. A stretch without one that is too long is told as code: half of
 * a table or of a fence would be something else than it was.
 */
function divideText({ value, depth }: Markdown, room: Room, measure: Measure): RootContent[] {
  const pieces: RootContent[] = [];
  let text = "";
  const flush = () => {
    const piece: Markdown = { type: "markdown", value: text, depth };
    if (measure(piece) <= room.other) pieces.push(piece);
    else pieces.push(...asCode(text, room, measure));
    text = "";
  };
  for (const stretch of stretches(value)) {
    // What is escaped grows: mostly by less than this.
    const limit = (pieces.length === 0 ? room.first : room.other) * 0.7;
    if (text !== "" && text.length + stretch.length > limit) flush();
    text += stretch;
  }
  if (text.trim() !== "") flush();
  return pieces;
}

/** A text in pieces that end with a blank line, which stands in no code; in one piece where that is not known. */
function* stretches(text: string): Generator<string> {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const code = findBlocks(lines)?.code;
  let begin = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== "" || code === undefined || code.has(index + 1)) continue;
    yield `${lines.slice(begin, index + 1).join("\n")}\n`;
    begin = index + 1;
  }
  yield lines.slice(begin).join("\n");
}

function asCode(value: string, room: Room, measure: Measure): Code[] {
  return divideCode({ type: "code", lang: null, value }, room, measure);
}

/** Code is divided where lines end, and lines that are too long between characters. */
function divideCode({ lang, value }: Code, room: Room, measure: Measure): Code[] {
  const pieces: Code[] = [];
  /** What is left to divide; the first of it last. */
  const open = [value];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const piece: Code = { type: "code", lang: lang ?? null, value: text.replace(/\n$/, "") };
    const fits = measure(piece) <= (pieces.length === 0 ? room.first : room.other);
    if (fits || text.length < 100) {
      pieces.push(piece);
      continue;
    }
    const size = Math.min(Math.max(pieces.length === 0 ? room.first : room.other, 100), text.length) - 50;
    // A fence is longer than any in the code: there may be no room for both, then half of it is tried.
    const at = breakBefore(text, size < text.length - 50 ? size : text.length >> 1);
    open.push(text.slice(at), text.slice(0, at));
  }
  return pieces;
}

function breakBefore(text: string, size: number): number {
  for (const end of ["\n", " "]) {
    const at = text.lastIndexOf(end, size - 1) + 1;
    if (at > size / 2) return at;
  }
  return /^[\uDC00-\uDFFF]/.test(text.slice(size, size + 1)) ? size - 1 : size;
}

function wordsOf(block: Nodes): string {
  const words: string[] = [];
  const open: Nodes[] = [block];
  for (let node = open.pop(); node; node = open.pop()) {
    if ("value" in node) words.push(node.value);
    else if ("children" in node) for (const child of [...node.children].reverse()) open.push(child);
  }
  return words.join(" ");
}
