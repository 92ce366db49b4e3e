import {
  type UsageReport,
  type Agent,
  type Branch,
  type FlowContent,
  isThread,
  threadKey,
  type Message,
  type Nodes,
  type Notice,
  type Root as CcastRoot,
  measureUsage,
  toText,
} from "@ccdag/ccast";
import type { BlockContent, Root } from "mdast";
import { agentHead, agentStub, agentSummary } from "./handle/agent.ts";
import { branchHead } from "./handle/branch.ts";
import { renderHidden } from "./handle/hidden.ts";
import { messageFoot, messageHead, renderTurn } from "./handle/message.ts";
import { isQuiet, renderNotices } from "./handle/notice.ts";
import { sessionHead } from "./handle/session.ts";
import { createFrame, type Frame } from "./frame.ts";
import { countOf, marked } from "./labels.ts";
import { type LandmarkNode, landmarkOf } from "./landmark.ts";
import { findLinkTargets } from "./link-targets.ts";
import { remoteOf } from "./remote.ts";
import { createState } from "./state.ts";
import { threadsOfTimeline, timelineHead } from "./timeline.ts";
import type { MdastOptions } from "./types.ts";

/**
 * Tell a tree as Markdown's own tree. Sessions and branches follow one another under headings; an agent is folded
 * where it was born. No recursion: lines may be nested as deep as they come.
 *
 * @param tree the root, or any node of it; an agent alone becomes a document of its own.
 * @param options extensions, words, addresses, where agents are told.
 * @returns the document. It holds two nodes of our own, `markdown` and `details`, and `anchor` in headings.
 */
export function toMdast(tree: Nodes, options: MdastOptions = {}): Root {
  const policy = options.agents ?? "inline";
  /** Folds of calls that wait for the conversations of their agents. */
  const sections = new Map<Agent, BlockContent[]>();
  const whole = linesOf(tree);
  const top = whole.length === 1 && whole[0]?.type === "agent" ? whole[0] : undefined;
  const state = createState(
    options,
    findLinkTargets(top ?? tree, policy, options.linked),
    (agent, section, isOwn) => {
      if (policy === "after") return;
      const isHere = state.isAgentInline(agent);
      sections.set(agent, section);
      if (!isHere) section.push(agentStub(agent, state));
      else if (isOwn) section.push(...agentHead(agent, state, true));
      else sections.set(agent, addSection(agent, section, true));
    },
    accountsOf(tree, options),
  );
  const threads = tree.type === "root" && tree.order !== undefined ? threadsOfTimeline(tree) : undefined;
  /** Sessions whose heading has been told. */
  const sessions = new Set<string>();
  const children: BlockContent[] = threads ? timelineHead(tree as CcastRoot, threads.values(), state) : [];
  children.unshift(...(options.above ?? []));
  if (tree.type === "root") children.push(...renderHidden(tree, state));
  const open: Frame[] = [createFrame(whole, children, 2, undefined)];
  for (let line = open.at(-1); line; line = open.at(-1)) {
    const node = line.children[line.next++];
    // In a timeline nothing waits: a record stands where it stands.
    if (node === undefined || (node.type !== "notice" && (threads !== undefined || endsTurn(node)))) {
      line.sink.push(...flush(line));
      if (line.later.length > 0) {
        line.next--;
        renderLater(line);
        continue;
      }
    }
    if (node === undefined) open.pop();
    else renderNode(node, line);
  }
  return { type: "root", children };

  /** Where all that is told of a node goes; without a name where that stands elsewhere. */
  function enter(sink: BlockContent[], node: LandmarkNode, isNamed = true): BlockContent[] {
    if (options.sections !== true) return sink;
    const inside: BlockContent[] = [];
    const place = landmarkOf(node, state);
    sink.push({ type: "section", landmark: isNamed ? place : { ...place, name: undefined }, children: inside });
    return inside;
  }

  /** In a timeline the next record may be of another line: there one speaks anew. */
  function enterThread(node: FlowContent, at: Frame): void {
    if (threads === undefined || isThread(node) || node.thread === undefined) return;
    const key = threadKey(node.thread);
    if (key !== at.line) {
      at.sink.push(...flush(at));
      at.speaker = "";
      at.line = key;
    }
    state.agent = state.agentOf(node.thread);
  }

  /** Whether a line says nothing more. */
  function isLast(node: Message, line: Frame): boolean {
    if (threads === undefined || node.thread === undefined) return line.next > line.lastSpeech;
    return threads.get(threadKey(node.thread))?.last === node;
  }

  function flush({ waiting }: Frame): BlockContent[] {
    return waiting.length === 0 ? [] : renderNotices(waiting.splice(0), state);
  }

  /** Agents that are told after their turn. */
  function renderLater(line: Frame): void {
    const agents = line.later.splice(0).map((agent) => openAgent(agent, addSection(agent, line.sink), line));
    open.push(...agents.reverse());
  }

  function addSection(agent: Agent, sink: BlockContent[], isInCall = false): BlockContent[] {
    const inside = agentHead(agent, state, isInCall);
    const summary = agentSummary(agent, state);
    sink.push({ type: "details", kind: "agent", landmark: landmarkOf(agent, state), summary, children: inside });
    return inside;
  }

  /** Where a session was taken up again, what came before has ended. */
  function renderResumed({ resumed }: Message | Notice, line: Frame): void {
    if (!resumed) return;
    line.sink.push(...flush(line));
    line.speaker = "";
    line.sink.push(state.paragraph({ type: "emphasis", children: [{ type: "text", value: state.labels.resumed }] }));
  }

  function renderAgent(node: Agent, line: Frame): void {
    const section = sections.get(node);
    if (node === top) {
      const sink = enter(line.sink, node);
      sink.push(state.heading(1, agentSummary(node, state)), ...agentHead(node, state, false));
      open.push(openAgent(node, sink, { ...line, depth: 1 }));
    } else if (isClients(node)) renderClients(node, line);
    else if (section) {
      if (state.isAgentInline(node)) open.push(openAgent(node, section, line));
    } else if (policy === "after" && node.from.toolUseId !== undefined && !node.missing) line.later.push(node);
    else if (node.missing || policy === "separate" || policy === "none") line.sink.push(agentStub(node, state));
    else open.push(openAgent(node, addSection(node, line.sink), line));
  }

  /** Agents of the client's own, which nobody asked for: one fold for all that stand together. */
  function renderClients(node: Agent, line: Frame): void {
    if (line.clients === undefined) {
      line.clients = { type: "details", kind: "agent", summary: "", children: [] };
      line.sink.push(line.clients);
    }
    const { clients } = line;
    line.clientCount++;
    clients.summary = marked(state.labels.marks.agent, countOf("clientAgent", line.clientCount, state.labels));
    if (policy === "separate" || policy === "none") clients.children.push(agentStub(node, state));
    else open.push(openAgent(node, addSection(node, clients.children), line));
  }

  function renderNode(node: FlowContent, line: Frame): void {
    state.depth = line.depth;
    state.agent = line.agent;
    state.remote = line.remote;
    if (node.type !== "agent") line.clients = undefined;
    enterThread(node, line);
    switch (node.type) {
      case "session": {
        line.speaker = "";
        const isFirst = !sessions.has(node.sessionId);
        const sink = enter(line.sink, node, isFirst);
        sink.push(...sessionHead(node, state, isFirst), ...renderHidden(node, state));
        sessions.add(node.sessionId);
        open.push(createFrame(node.children, sink, 2, undefined, remoteOf(node)));
        return;
      }
      case "branch": {
        line.speaker = "";
        const draft: BlockContent[] = [];
        const sink = enter(line.sink, node);
        sink.push(...branchHead(node, state, isTypedAgain(node, line)), ...renderHidden(node, state));
        if (node.rule === "draft") sink.push({ type: "details", summary: state.labels.draft, children: draft });
        open.push(
          createFrame(node.children, node.rule === "draft" ? draft : sink, line.depth + 1, line.agent, line.remote),
        );
        return;
      }
      case "agent": {
        renderAgent(node, line);
        return;
      }
      case "message": {
        renderResumed(node, line);
        const rendered = [
          ...messageHead(node, state, line.speaker),
          ...state.one(node),
          ...renderTurn(node, state),
          ...renderHidden(node, state),
          ...messageFoot(node, state, isLast(node, line)),
        ];
        line.speaker = speakerOf(node);
        const sink = enter(line.sink, node);
        for (const block of rendered) sink.push(block);
        return;
      }
      case "notice": {
        renderResumed(node, line);
        if (isQuiet(node)) line.waiting.push(node);
        else line.sink.push(...(threads ? flush(line) : []), ...renderNotices([node], state));
        return;
      }
      default: {
        line.speaker = "";
        enter(line.sink, node).push(...state.one(node), ...renderHidden(node, state));
      }
    }
  }
}

function accountsOf(tree: Nodes, { tokens, prices }: MdastOptions): UsageReport | undefined {
  if (tokens !== true && prices === undefined) return undefined;
  return measureUsage(tree.type === "root" ? tree : { type: "root", children: linesOf(tree) as FlowContent[] }, prices);
}

function linesOf(tree: Nodes): readonly FlowContent[] {
  return (tree.type === "root" ? tree.children : [tree]) as FlowContent[];
}

/** Whether another branch that leaves from the same message begins with the words of this one. */
function isTypedAgain(node: Branch, line: Frame): boolean {
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

/** Whatever a person, or a new beginning, says ends a turn; steps of Claude and agents do not. */
function endsTurn(node: FlowContent): boolean {
  return node.type !== "agent" && (node.type !== "message" || node.role === "user");
}

function openAgent(agent: Agent, sink: BlockContent[], { depth, remote }: Frame): Frame {
  return createFrame(agent.children, sink, depth + 1, agent, remote);
}

function isClients({ mode, from }: Agent): boolean {
  return (mode === "warmup" || mode === "internal") && from.toolUseId === undefined;
}

/** One heading stands above what one speaker says in a row; a prompt always has its own. */
function speakerOf({ role, actor, origin }: Message): string {
  return role === "assistant" ? `${actor} ${origin}` : "";
}
