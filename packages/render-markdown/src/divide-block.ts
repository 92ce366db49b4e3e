import type { Details, Markdown } from "@ccdag/mdast";
import type { BlockContent, Code, List, Nodes, RootContent } from "mdast";
import { findBlocks } from "./guard.ts";
import { visit } from "./visit.ts";

/** Text is filled up to this share of the room, because escapes make it longer. */
const unescapedShare = 0.7;

/** How many characters the first piece may have, and each later one. */
export interface Room {
  readonly first: number;
  readonly other: number;
}

/** Returns the number of characters of a rendered block. */
type Measure = (block: RootContent) => number;

/**
 * Divide a block that is too long.
 *
 * @param block the block.
 * @param room how long its pieces may be.
 * @param measure returns the length of a rendered block.
 * @param continued the label of a collapsible section that continues from the piece before.
 * @returns the pieces, in order.
 */
export function divideBlock(block: RootContent, room: Room, measure: Measure, continued: string): RootContent[] {
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
      return asCode(textOf(block), room, measure);
  }
}

/** Divide a collapsible section into several, each with a part of its content. */
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
      for (const piece of divideBlock(
        child,
        { first: Math.max(left, maxChars / 2), other: maxChars },
        measure,
        continued,
      ))
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
    measure(piece) <= room.other ? [piece] : asCode(textOf(piece), room, measure),
  );
}

/**
 * Divide text at blank lines outside of code. A passage without one that is too long becomes code, because half of a table
 * or fence would have another meaning.
 */
function divideText({ value, depth }: Markdown, room: Room, measure: Measure): RootContent[] {
  const pieces: RootContent[] = [];
  let text = "";
  const flush = () => {
    const piece: Markdown = { type: "markdown", value: text, depth };
    if (measure(piece) <= room.other) pieces.push(piece);
    else for (const code of asCode(text, room, measure)) pieces.push(code);
    text = "";
  };
  for (const passage of passages(value)) {
    const limit = (pieces.length === 0 ? room.first : room.other) * unescapedShare;
    if (text !== "" && text.length + passage.length > limit) flush();
    text += passage;
  }
  if (text.trim() !== "") flush();
  return pieces;
}

/** Passages that end with a blank line outside of code; the whole text where its blocks are not known. */
function* passages(text: string): Generator<string> {
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

/** Divide code between lines, and a line that is too long between characters. */
function divideCode({ lang, value }: Code, room: Room, measure: Measure): Code[] {
  const pieces: Code[] = [];
  /** The rest to divide, the first part at the end. */
  const stack = [value];
  for (let text = stack.pop(); text !== undefined; text = stack.pop()) {
    const piece: Code = { type: "code", lang: lang ?? null, value: text.replace(/\n$/, "") };
    const fits = measure(piece) <= (pieces.length === 0 ? room.first : room.other);
    if (fits || text.length < 100) {
      pieces.push(piece);
      continue;
    }
    const size = Math.min(Math.max(pieces.length === 0 ? room.first : room.other, 100), text.length) - 50;
    // The fence grows with the backticks in the code: where it leaves no room, half of the text is tried.
    const at = breakBefore(text, size < text.length - 50 ? size : text.length >> 1);
    stack.push(text.slice(at), text.slice(0, at));
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

function textOf(block: Nodes): string {
  const words: string[] = [];
  visit([block], (node) => {
    if ("value" in node) words.push(node.value);
  });
  return words.join(" ");
}
