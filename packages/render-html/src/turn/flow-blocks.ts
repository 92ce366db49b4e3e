import type { Section } from "@ccdag/mdast";
import type { Element, ElementContent } from "hast";
import type { BlockContent, Nodes } from "mdast";
import type { HastBlock, Wrapper } from "../tree/nest-blocks.ts";
import { findRuns, type Run } from "./runs.ts";
import { renderRunLine } from "./turn-line.ts";
import type { WorkWords } from "./work-words.ts";

/** What the content of a thread is converted with. */
export interface FlowContext {
  readonly words: WorkWords;
  /** Converts a node; `undefined` for one that is not shown. */
  readonly one: (node: Nodes) => ElementContent | undefined;
  /** The name of an anchor, if the element may have it. */
  readonly claim: (name: string | undefined) => { id?: string };
  /** Whether the content of a turn is no longer needed once it is converted. */
  readonly isTaken?: boolean;
  /** The line above a turn, and what is below its last answer. */
  readonly aboutTurn: (turn: Section) => { line: Element; below: ElementContent[]; has: string };
}

/** The blocks of a thread: its turns, its runs of calls, and what is in neither. */
export function* flowBlocks(
  nodes: readonly BlockContent[],
  context: FlowContext,
  within: readonly Wrapper[] = [],
): Generator<HastBlock> {
  for (const node of findRuns(nodes))
    if (node.type === "run") yield* runBlocks(node, context, within);
    else if (node.type === "section" && node.turn !== undefined) yield* turnBlocks(node, context);
    else yield* convert(node, context, within);
}

function* convert(node: BlockContent, { one }: FlowContext, within: readonly Wrapper[]): Generator<HastBlock> {
  const content = one(node);
  if (content !== undefined) yield { within, content };
}

function* runBlocks(run: Run, context: FlowContext, within: readonly Wrapper[]): Generator<HastBlock> {
  const head = [renderRunLine(run.calls, context.words)];
  const path = [...within, { tagName: "details", properties: { className: ["run"] }, head }];
  for (const child of run.children) yield* convert(child, context, path);
}

/**
 * A turn: a collapsible part with the prompt and the work, and below it the last answer with what follows, which is not
 * collapsed.
 */
function* turnBlocks(section: Section, context: FlowContext): Generator<HastBlock> {
  const { line, below, has } = context.aboutTurn(section);
  const turn: Wrapper = {
    tagName: "section",
    properties: {
      ...context.claim(section.landmark.name),
      className: ["turn"],
      dataTurn: section.turn!.number,
      ...(has !== "" && { dataHas: has }),
    },
  };
  const body: Wrapper = { tagName: "details", properties: { className: ["turn-body"], open: true }, head: [line] };
  const answer = section.children.findIndex((child) => child.type === "section" && child.isAnswer);
  const end = answer === -1 ? section.children.length : answer;
  yield* flowBlocks(section.children.slice(0, end), context, [turn, body]);
  yield* flowBlocks(section.children.slice(end), context, [turn]);
  if (context.isTaken) section.children = [];
  for (const content of below) yield { within: [turn], content };
}
