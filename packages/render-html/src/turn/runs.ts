import type { Details, Section } from "@ccdag/mdast";
import type { BlockContent, Nodes } from "mdast";

/** Calls that follow one another, without words between them. */
export interface Run {
  readonly type: "run";
  /** Messages, or parts of them. */
  readonly children: BlockContent[];
  /** The calls in it. */
  readonly calls: readonly Details[];
}

/** So many calls at least are one run. */
const leastCalls = 3;

/** Tools that ask a person, or show them a plan: their calls are part of what is said. */
const spoken = new Set(["AskUserQuestion", "ExitPlanMode", "EnterPlanMode"]);

/**
 * Find the runs of calls in the content of a turn. A message that says something before its calls is divided: its calls begin
 * the run.
 *
 * @param blocks the content of a turn, or a part of it.
 * @returns the same content; runs are in place of what they hold.
 */
export function findRuns(blocks: readonly BlockContent[]): Array<BlockContent | Run> {
  const found: Array<BlockContent | Run> = [];
  let waiting: BlockContent[] = [];
  /** The message whose calls wait first, if its words are the last block that was found. */
  let divided: BlockContent | undefined;
  for (const block of blocks) {
    const [said, calls] = divideMessage(block);
    if (said !== undefined) {
      flush();
      found.push(said);
      divided = calls && block;
    }
    if (calls !== undefined) waiting.push(calls);
  }
  flush();
  return found;

  function flush(): void {
    const calls = waiting.flatMap(callsOf);
    if (calls.length >= leastCalls) found.push({ type: "run", calls, children: waiting });
    else {
      if (divided !== undefined) found.splice(-1, 1, divided);
      for (const part of divided === undefined ? waiting : waiting.slice(1)) found.push(part);
    }
    waiting = [];
    divided = undefined;
  }
}

/** What a message says, and the calls at its end; a message that is not divided is one of the two. */
function divideMessage(block: BlockContent): [said: BlockContent | undefined, calls: BlockContent | undefined] {
  if (block.type !== "section" || block.landmark.kind !== "reply") return [block, undefined];
  const last = block.children.findLastIndex((child) => !isSilent(child));
  if (last === -1) return callsOf(block).length > 0 ? [undefined, block] : [block, undefined];
  const rest = block.children.slice(last + 1);
  if (!rest.some(isCall)) return [block, undefined];
  const said: Section = { ...block, children: block.children.slice(0, last + 1) };
  const calls: Section = { type: "section", landmark: { kind: "reply", title: "" }, children: rest };
  return [said, calls];
}

/** Whether nobody says anything in it: a call, thinking, an anchor, the time or the usage of a message. */
function isSilent(node: Nodes): boolean {
  if (node.type === "details") return node.kind === "thinking" || isCall(node);
  if (node.type === "paragraph") return node.children.length === 1 && node.children[0]!.type === "emphasis";
  return node.type === "anchor";
}

function isCall(node: Nodes): node is Details {
  return node.type === "details" && node.kind === "tool" && node.call !== undefined && !spoken.has(node.tool ?? "");
}

function callsOf(block: BlockContent): Details[] {
  return block.type === "section" ? block.children.filter(isCall) : [];
}
