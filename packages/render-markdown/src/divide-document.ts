import type { Heading, Parent, PhrasingContent, Root, RootContent } from "mdast";
import { divideBlock } from "./divide-block.ts";
import { visit } from "./visit.ts";

/** Labels of a divided document. */
export interface DividedLabels {
  /** Names a part by its number, from 1, and the number of parts. */
  readonly part: (number: number, count: number) => string;
  /** Marks what continues from the part before. */
  readonly continued: string;
}

/** Characters that are reserved for what stands above the blocks of a part: marker, part number, repeated heading. */
const reserve = 600;
/** A heading with more characters than this is not repeated. */
const maxHeadingChars = 250;

/** A document that is being divided. */
interface Draft {
  readonly parts: RootContent[][];
  /** How many characters a part has room for, and how many are left in the last one. */
  readonly room: number;
  left: number;
  /** The last heading so far. */
  above: Heading | undefined;
  /** The length of a block, measured once. */
  readonly measure: (block: RootContent) => number;
  readonly labels: DividedLabels;
}

/**
 * Divide a document into parts within a budget: where a turn begins, or else where a speaker begins, or else between
 * blocks, or else inside a block. Nothing is omitted, and the same document is always divided at the same points.
 *
 * @param document a document of `toMdast`.
 * @param budget how many characters a part may have.
 * @param lengthOf returns the number of characters of a rendered block.
 * @param labels labels of the parts.
 * @returns the parts. A link from one part into another becomes text that names the part, because its address is unknown.
 */
export function divideDocument(
  document: Root,
  budget: number,
  lengthOf: (block: RootContent) => number,
  labels: DividedLabels,
): Root[] {
  const room = budget - reserve;
  const draft: Draft = { parts: [[]], room, left: room, above: undefined, measure: createMeasure(lengthOf), labels };
  if (lengthIn(draft, document.children) + 200 <= budget) return [document];
  for (const turn of groups(document.children, beginsTurn)) {
    if (put(draft, turn)) continue;
    for (const section of groups(turn, isHeading)) if (!put(draft, section)) putInPieces(draft, section);
  }
  return finish(draft.parts, labels);
}

function createMeasure(lengthOf: (block: RootContent) => number): (block: RootContent) => number {
  const known = new Map<RootContent, number>();
  return (block) => {
    const length = known.get(block) ?? lengthOf(block) + 2;
    known.set(block, length);
    return length;
  };
}

function lengthIn({ measure }: Draft, blocks: readonly RootContent[]): number {
  return blocks.reduce((sum, block) => sum + measure(block), 0);
}

/** Add blocks that stay together, in a new part if needed. Returns `false` for blocks that are too long for any part. */
function put(draft: Draft, blocks: readonly RootContent[]): boolean {
  const length = lengthIn(draft, blocks);
  if (length > draft.room) return false;
  if (length > draft.left) startPart(draft, blocks[0]);
  add(draft, blocks, length);
  return true;
}

function add(draft: Draft, blocks: readonly RootContent[], length: number): void {
  for (const block of blocks) draft.parts.at(-1)!.push(block);
  draft.left -= length;
  draft.above = blocks.findLast((block) => block.type === "heading") ?? draft.above;
}

/** Start a part; where it does not begin with a heading, the last heading is repeated. */
function startPart(draft: Draft, first: RootContent | undefined): void {
  const { parts, room, above, measure, labels } = draft;
  const isRepeated = above !== undefined && first?.type !== "heading" && measure(above) <= maxHeadingChars;
  parts.push(isRepeated ? [continuedHeading(above, labels)] : []);
  draft.left = room;
}

/** Add blocks one by one, and divide those that are too long. */
function putInPieces(draft: Draft, section: readonly RootContent[]): void {
  const { room, measure, labels } = draft;
  for (const unit of units(section)) {
    if (put(draft, unit)) continue;
    const block = unit.at(-1)!;
    const anchors = unit.slice(0, -1);
    if (draft.left < room / 2) startPart(draft, block);
    add(draft, anchors, lengthIn(draft, anchors));
    for (const piece of divideBlock(block, { first: draft.left, other: room }, measure, labels.continued))
      if (!put(draft, [piece])) add(draft, [piece], measure(piece));
  }
}

/** A heading of the part before, without its anchors: links lead to the first one. */
function continuedHeading(heading: Heading, { continued }: DividedLabels): Heading {
  const words = heading.children.filter((child): child is PhrasingContent => child.type !== "anchor");
  return { ...heading, children: [...words, { type: "text", value: ` (${continued})` }] };
}

/** Blocks, each with the anchors above it, so that a link still leads to the block. */
function* units(section: readonly RootContent[]): Generator<RootContent[]> {
  let unit: RootContent[] = [];
  for (const block of section) {
    unit.push(block);
    if (block.type === "anchor") continue;
    yield unit;
    unit = [];
  }
  if (unit.length > 0) yield unit;
}

function isHeading(block: RootContent): boolean {
  return block.type === "heading";
}

/** Whether a block begins a turn or a thread. The head of a thread stays with its first turn. */
function beginsTurn(block: RootContent, group: readonly RootContent[]): boolean {
  const begins = beginningOf(block);
  if (begins !== "turn") return begins === "thread";
  return group.some((one) => beginningOf(one) === "turn") || group.every((one) => beginningOf(one) !== "thread");
}

function beginningOf(block: RootContent): "turn" | "thread" | undefined {
  return block.type === "heading" ? block.data?.begins : undefined;
}

function* groups(
  blocks: readonly RootContent[],
  isBeginning: (block: RootContent, group: readonly RootContent[]) => boolean,
): Generator<RootContent[]> {
  let group: RootContent[] = [];
  for (const block of blocks) {
    if (group.length > 0 && isBeginning(block, group)) {
      yield group;
      group = [];
    }
    group.push(block);
  }
  if (group.length > 0) yield group;
}

function finish(parts: readonly RootContent[][], labels: DividedLabels): Root[] {
  const full = parts.filter((part) => part.length > 0);
  const home = new Map<string, number>();
  for (const [index, part] of full.entries())
    visit(part, (node) => {
      if (node.type === "anchor" && !home.has(node.id)) home.set(node.id, index);
    });
  for (const [index, part] of full.entries())
    visit(part, (node) => {
      if ("children" in node) (node as Parent).children = node.children.flatMap((child) => unlink(child, index));
    });
  return full.map((children, index) => {
    const value = labels.part(index + 1, full.length);
    const number: RootContent = {
      type: "paragraph",
      children: [{ type: "emphasis", children: [{ type: "text", value }] }],
    };
    return { type: "root", children: [number, ...children] };
  });

  function unlink(child: RootContent, index: number): RootContent[] {
    if (child.type !== "link" || !child.url.startsWith("#")) return [child];
    const there = home.get(child.url.slice(1));
    if (there === undefined || there === index) return [child];
    return [...child.children, { type: "text", value: ` (${labels.part(there + 1, full.length)})` }];
  }
}
