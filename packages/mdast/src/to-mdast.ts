import {
  type Agent,
  type Branch,
  type FlowContent,
  type Message,
  type Nodes,
  type Notice,
  type Root as CcastRoot,
  type Session,
  toText,
  walk,
} from "@ccdag/ccast";
import type { BlockContent, Root } from "mdast";
import { agentHead } from "./handle/agent.ts";
import { branchHead } from "./handle/branch.ts";
import { messageFoot, messageHead } from "./handle/message.ts";
import { isQuiet, tellNotices } from "./handle/notice.ts";
import { sessionHead } from "./handle/session.ts";
import { createState, type Places } from "./state.ts";
import type { Options } from "./types.ts";

/** A line of conversation that is being told. */
interface Open {
  readonly children: readonly FlowContent[];
  next: number;
  readonly sink: BlockContent[];
  /** Depth of the headings of its turns. */
  readonly depth: number;
  /** Who spoke last, so that one heading stands above all that one speaker says. */
  speaker: string;
  /** Records that wait for the end of the turn, so that they do not stand between its steps. */
  readonly waiting: Notice[];
  /** Index of its last message. */
  readonly lastSpeech: number;
}

/**
 * Tell a tree as Markdown's own tree. Sessions and branches follow one another under headings; an agent is folded
 * where it was born. No recursion: lines may be nested as deep as they come.
 *
 * @param tree the root, or any node of it.
 * @param options extensions, words, addresses.
 * @returns the document. It holds two nodes of our own, `markdown` and `details`, and `anchor` in headings.
 */
export function toMdast(tree: Nodes, options: Options = {}): Root {
  const state = createState(options, findPlaces(tree));
  const children: BlockContent[] = [];
  const open: Open[] = [begin(isLine(tree) ? [tree] : ((tree as CcastRoot).children ?? [tree]), children, 2)];
  for (let line = open.at(-1); line; line = open.at(-1)) {
    const node = line.children[line.next++];
    if (node === undefined) {
      line.sink.push(...flush(line));
      open.pop();
    } else tell(node, line);
  }
  return { type: "root", children };

  function flush({ waiting }: Open): BlockContent[] {
    return waiting.length === 0 ? [] : tellNotices(waiting.splice(0), state);
  }

  /** Where a session was taken up again, what came before has ended. */
  function tellResumed({ resumed }: Message | Notice, line: Open): void {
    if (!resumed) return;
    line.sink.push(...flush(line));
    line.speaker = "";
    line.sink.push(state.paragraph({ type: "emphasis", children: [{ type: "text", value: state.labels.resumed }] }));
  }

  function tell(node: FlowContent, line: Open): void {
    state.depth = line.depth;
    if (node.type !== "notice" && endsTurn(node)) line.sink.push(...flush(line));
    switch (node.type) {
      case "session": {
        line.speaker = "";
        line.sink.push(...sessionHead(node, state));
        open.push(begin(node.children, line.sink, 2));
        return;
      }
      case "branch": {
        line.speaker = "";
        const draft: BlockContent[] = [];
        line.sink.push(...branchHead(node, state, isTypedAgain(node, line)));
        if (node.rule === "draft") line.sink.push({ type: "details", summary: state.labels.draft, children: draft });
        open.push(begin(node.children, node.rule === "draft" ? draft : line.sink, line.depth + 1));
        return;
      }
      case "agent": {
        const details: BlockContent[] = [];
        line.sink.push(...agentHead(node, state, details));
        open.push(begin(node.children, details, line.depth + 1));
        return;
      }
      case "message": {
        tellResumed(node, line);
        const isLast = line.next > line.lastSpeech;
        const told = [
          ...messageHead(node, state, line.speaker),
          ...state.one(node),
          ...messageFoot(node, state, isLast),
        ];
        line.speaker = speakerOf(node);
        for (const block of told) line.sink.push(block);
        return;
      }
      case "notice": {
        tellResumed(node, line);
        if (isQuiet(node)) line.waiting.push(node);
        else line.sink.push(...tellNotices([node], state));
        return;
      }
      default: {
        line.speaker = "";
        line.sink.push(...state.one(node));
      }
    }
  }
}

/** Whether another branch that leaves from the same message begins with the words of this one. */
function isTypedAgain(node: Branch, line: Open): boolean {
  if (node.rule !== "draft") return false;
  const words = promptOf(node);
  return line.children.some(
    (other) =>
      other.type === "branch" && other !== node && other.from?.uuid === node.from?.uuid && promptOf(other) === words,
  );
}

function promptOf({ children }: Branch): string {
  const prompt = children.find((node) => node.type === "message" && node.origin === "prompt");
  return prompt ? toText(prompt).trim() : "";
}

/** Entries that a branch, a session or an agent leads back to, and those that are told here. */
function findPlaces(tree: Nodes): Places {
  const linked = new Set<string>();
  const told = new Set<string>();
  walk(tree, (node) => {
    if (node.type === "branch") told.add(`branch-${node.uuid}`);
    if (node.type === "session") told.add(`session-${node.sessionId}`);
    if (isLine(node)) {
      if (node.from?.uuid !== undefined) linked.add(node.from.uuid);
      return;
    }
    if ("uuids" in node) for (const uuid of node.uuids) told.add(uuid);
    if ("uuid" in node && node.uuid !== undefined) told.add(node.uuid);
    if (node.type === "message" && node.id !== undefined) told.add(node.id);
  });
  return { linked, told };
}

/** Begin to tell a line. */
function begin(flow: readonly FlowContent[], sink: BlockContent[], depth: number): Open {
  return { children: flow, next: 0, sink, depth, speaker: "", waiting: [], lastSpeech: flow.findLastIndex(isSpeech) };
}

function isLine(node: Nodes): node is Session | Branch | Agent {
  return node.type === "session" || node.type === "branch" || node.type === "agent";
}

/** Whatever a person, or a new beginning, says ends a turn; steps of Claude and agents do not. */
function endsTurn(node: FlowContent): boolean {
  return node.type !== "agent" && (node.type !== "message" || node.role === "user");
}

function isSpeech(node: FlowContent): boolean {
  return node.type === "message";
}

/** One heading stands above what one speaker says in a row; a prompt always has its own. */
function speakerOf({ role, actor, origin }: Message): string {
  return role === "assistant" ? `${actor} ${origin}` : "";
}
