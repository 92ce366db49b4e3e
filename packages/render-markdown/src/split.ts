import type { Heading, Nodes, Parent, PhrasingContent, Root, RootContent } from "mdast";
import { divide } from "./divide.ts";

/** Words that stand where a document is divided. */
export interface SplitLabels {
  readonly part: (number: number, count: number) => string;
  readonly continued: string;
}

/** What stands above the blocks of a part: its marker, its number, the heading that it goes on under. */
const reserve = 600;
/** A heading longer than this is not told again. */
const longHeading = 250;

/**
 * Divide a document, so that each part is no longer than a budget: where turns begin, else where somebody begins to
 * speak, else between blocks, else in a block. Nothing is left out, and the same document is always divided at the same
 * places.
 *
 * @param document a document of `toMdast`.
 * @param budget characters of a part.
 * @param lengthOf how long a block will be.
 * @param labels words.
 * @returns the parts; links from one into another are words there, for nobody knows where the other will be.
 */
export function split(
  document: Root,
  budget: number,
  lengthOf: (block: RootContent) => number,
  labels: SplitLabels,
): Root[] {
  const room = budget - reserve;
  const known = new Map<RootContent, number>();
  const size = (blocks: readonly RootContent[]) => blocks.reduce((sum, block) => sum + measure(block), 0);
  if (size(document.children) + 200 <= budget) return [document];
  const parts: RootContent[][] = [[]];
  let left = room;
  /** What the part that is begun stands under. */
  let above: Heading | undefined;
  for (const turn of groups(document.children, beginsTurn))
    if (!put(turn)) for (const section of groups(turn, isHeading)) if (!put(section)) putSlowly(section);
  return finish(parts, labels);

  function measure(block: RootContent): number {
    const length = known.get(block) ?? lengthOf(block) + 2;
    known.set(block, length);
    return length;
  }

  /** Add blocks that stay together, in a new part if they need one; not those that no part has room for. */
  function put(blocks: readonly RootContent[]): boolean {
    const length = size(blocks);
    if (length > room) return false;
    if (length > left) begin(blocks[0]);
    add(blocks, length);
    return true;
  }

  function add(blocks: readonly RootContent[], length: number): void {
    parts.at(-1)!.push(...blocks);
    left -= length;
    above = blocks.findLast((block) => block.type === "heading") ?? above;
  }

  function begin(first: RootContent | undefined): void {
    const isUnder = above !== undefined && first?.type !== "heading" && measure(above) <= longHeading;
    parts.push(isUnder ? [isContinued(above!, labels)] : []);
    left = room;
  }

  function putSlowly(section: readonly RootContent[]): void {
    for (const unit of units(section)) {
      if (put(unit)) continue;
      const block = unit.at(-1)!;
      if (left < room / 2) begin(block);
      add(unit.slice(0, -1), size(unit.slice(0, -1)));
      for (const piece of divide(block, { first: left, other: room }, measure, labels.continued))
        if (!put([piece])) add([piece], measure(piece));
    }
  }
}

/** A heading that stands in the part before, without its anchors: a link leads there. */
function isContinued(heading: Heading, { continued }: SplitLabels): Heading {
  const words = heading.children.filter((child): child is PhrasingContent => child.type !== "anchor");
  return { ...heading, children: [...words, { type: "text", value: ` (${continued})` }] };
}

/** Blocks, each with the anchors above it: a link leads to what it begins. */
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

/** A turn, or a line; the head of a line stays with its first turn. */
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

function finish(parts: readonly RootContent[][], labels: SplitLabels): Root[] {
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

function visit(blocks: readonly RootContent[], visitor: (node: Nodes) => void): void {
  const open: Nodes[] = [...blocks].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    visitor(node);
    if ("children" in node) for (const child of [...node.children].reverse()) open.push(child);
  }
}
