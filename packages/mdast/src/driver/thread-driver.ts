import { addAll } from "../add-all.ts";
import {
  type Agent,
  beginsTurn,
  type Branch,
  type FlowContent,
  type Message,
  type Notice,
  type Session,
} from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { DocumentParts } from "../document-parts.ts";
import { agentHead, agentStub, agentSummary } from "../handle/agent.ts";
import { branchHead, isTypedAgain } from "../handle/branch.ts";
import { renderHidden } from "../handle/hidden.ts";
import { isQuiet, renderNotices } from "../handle/notice.ts";
import { sessionHead } from "../handle/session.ts";
import { countOf, marked } from "../labels.ts";
import type { LandmarkNode } from "../landmark.ts";
import { remoteOf } from "../remote.ts";
import { createState, type ThreadScope } from "../state.ts";
import type { AgentPolicy, MdastOptions } from "../types.ts";
import { isHere, maxNesting, placeAgent } from "./agent-policy.ts";
import { addAgentSection, addClientSection, slotContent } from "./agent-section.ts";
import { createFrame, type DocumentContent, endsSteps, type Frame, type FrameTurns } from "./frame.ts";
import { enterSection, renderMessage, renderResumed, speakerOf } from "./render-message.ts";
import { AgentSlots } from "./slots.ts";
import { describeSession, enterTurn, turnsOf } from "./turns.ts";

/**
 * Render threads depth first. Sessions and branches follow one another under headings; agents are put where the policy
 * decides. There is no recursion, so threads may be nested to any depth.
 *
 * Where it yields, the blocks in the sink are finished and may be taken out of it. A document with sections is finished at its
 * end.
 *
 * @param content the nodes of the document, and what it is about.
 * @param sink where the blocks go.
 * @param parts what the document is rendered with.
 * @param options as given to `toMdast`.
 */
export function renderThreads(
  content: DocumentContent,
  sink: BlockContent[],
  parts: DocumentParts,
  options: MdastOptions,
): Generator<void> {
  return new ThreadDriver(content, parts, options).render(sink);
}

class ThreadDriver {
  readonly #content: DocumentContent;
  readonly #parts: DocumentParts;
  readonly #hasSections: boolean;
  readonly #policy: AgentPolicy;
  readonly #slots = new AgentSlots();
  readonly #frames: Frame[] = [];
  /** Sessions whose heading has been rendered. */
  readonly #sessions = new Set<string>();

  constructor(content: DocumentContent, parts: DocumentParts, { agents = "inline", sections }: MdastOptions) {
    this.#content = content;
    this.#parts = parts;
    this.#hasSections = sections === true;
    this.#policy = agents;
  }

  *render(sink: BlockContent[]): Generator<void> {
    this.#open(this.#content.flow, sink, { depth: this.#parts.depth });
    for (let frame = this.#frames.at(-1); frame; frame = this.#frames.at(-1)) {
      const node = frame.children[frame.next++];
      if (!this.#hasSections && frame.nesting === 0 && node?.type !== "agent" && this.#slots.isFilled) {
        this.#slots.close();
        yield;
      }
      if (node === undefined || (node.type !== "notice" && endsSteps(node))) {
        this.#flush(frame);
        if (frame.later.length > 0) {
          frame.next--;
          this.#openLater(frame);
          continue;
        }
      }
      if (node === undefined) this.#frames.pop();
      else this.#renderNode(node, frame);
    }
    this.#slots.close();
  }

  /** Begin a thread inside of another one; the scope says how many sections contain it. */
  #open(children: readonly FlowContent[], sink: BlockContent[], scope: ThreadScope, above?: Frame, turns?: FrameTurns) {
    const state = createState(this.#parts, scope);
    this.#frames.push(createFrame(children, { sink, state, nesting: scope.nesting ?? 0, above, turns }));
  }

  #openAgent(agent: Agent, sink: BlockContent[], above: Frame): void {
    const { depth, client, remote, cwd } = above.state;
    const scope = { depth: depth + 1, agent, client, remote, cwd, nesting: above.nesting + 1 };
    this.#open(agent.children, sink, scope, above);
  }

  /** Agents that are rendered after their turn, in their order. */
  #openLater(frame: Frame): void {
    const { later, sink, state } = frame;
    const opened = later
      .splice(0)
      .map((agent) => ({ agent, inside: addAgentSection(agent, sink, state, this.#parts.wall) }));
    for (const { agent, inside } of opened.reverse()) this.#openAgent(agent, inside, frame);
  }

  /** Render the records that wait for the end of a turn. */
  #flush({ waiting, sink, state }: Frame): void {
    const [first, ...others] = waiting.splice(0);
    if (first) this.#parts.wall.add(sink, first, () => renderNotices([first, ...others], state));
  }

  #renderNode(node: FlowContent, frame: Frame): void {
    if (node.type !== "agent") frame.clients = undefined;
    // What is not in a turn follows it.
    if (node.type === "session" || node.type === "branch") frame.sink = frame.threadSink;
    switch (node.type) {
      case "session":
        return this.#renderSession(node, frame);
      case "branch":
        return this.#renderBranch(node, frame);
      case "agent":
        return this.#renderAgent(node, frame);
      case "message":
        return this.#renderMessage(node, frame);
      case "notice":
        return this.#renderNotice(node, frame);
      default: {
        frame.speaker = "";
        const { state } = frame;
        const sink = this.#enterSection(node, frame);
        this.#parts.wall.add(sink, node, () => [...state.one(node), ...renderHidden(node, state)]);
      }
    }
  }

  #renderSession(node: Session, frame: Frame): void {
    frame.speaker = "";
    const { state } = frame;
    const isFirst = !this.#sessions.has(node.sessionId);
    this.#sessions.add(node.sessionId);
    const nesting = this.#nestingIn(frame);
    const turns = turnsOf(this.#parts, nesting, node);
    const sink = this.#enterSection(node, frame, isFirst);
    const isDescribed =
      isFirst && describeSession(node, turns, sink === frame.sink ? undefined : frame.sink.at(-1), this.#parts);
    this.#parts.wall.add(sink, node, () => [
      ...sessionHead(node, state, isFirst, isDescribed),
      ...(isDescribed ? [] : renderHidden(node, state)),
    ]);
    const cwd = this.#hasSections ? node.cwd : undefined;
    const { client } = node;
    const scope = { depth: this.#parts.depth, client, remote: remoteOf(node), cwd, nesting };
    this.#open(node.children, sink, scope, frame, turns);
  }

  #renderBranch(node: Branch, frame: Frame): void {
    frame.speaker = "";
    const { state } = frame;
    const sink = this.#enterSection(node, frame);
    const head = () => [...branchHead(node, state, isTypedAgain(node, frame.children)), ...renderHidden(node, state)];
    this.#parts.wall.add(sink, node, head);
    const { depth, agent, client, remote, cwd } = state;
    const nesting = this.#nestingIn(frame);
    const scope = { depth: depth + 1, agent, client, remote, cwd, nesting };
    const turns = agent ? undefined : turnsOf(this.#parts, nesting, undefined, frame.turns);
    if (node.rule !== "draft" || nesting >= maxNesting) return this.#open(node.children, sink, scope, frame, turns);
    const draft: BlockContent[] = [];
    sink.push({ type: "details", summary: state.labels.draft, children: draft });
    return this.#open(node.children, draft, { ...scope, nesting: nesting + 1 }, frame);
  }

  #renderMessage(node: Message, frame: Frame): void {
    this.#renderResumed(node, frame);
    const { state, turns } = frame;
    if (turns && beginsTurn(node)) enterTurn(node, frame, turns, this.#parts);
    const isLast = frame.next > frame.lastSpeech;
    const isAnswer = node === turns?.answer;
    if (isAnswer) frame.speaker = "";
    const blocks = this.#parts.wall.blocks(node, () => renderMessage(node, state, frame.speaker, isLast));
    this.#slots.take(blocks, (agent, isOwn) => slotContent(agent, isOwn, state, this.#parts.wall));
    frame.speaker = speakerOf(node);
    const sink = this.#enterSection(node, frame, true, isAnswer, blocks);
    if (sink !== blocks) addAll(sink, blocks);
  }

  #renderNotice(node: Notice, frame: Frame): void {
    this.#renderResumed(node, frame);
    if (isQuiet(node)) frame.waiting.push(node);
    else this.#parts.wall.add(frame.sink, node, () => renderNotices([node], frame.state));
  }

  /** Where the blocks of a node go: into a section node, if the document has sections. Too deep, it stays in its thread. */
  #enterSection(
    node: LandmarkNode,
    { sink, state, nesting }: Frame,
    isNamed = true,
    isAnswer = false,
    children: BlockContent[] = [],
  ): BlockContent[] {
    const isDeep = node.type !== "message" && nesting >= maxNesting;
    if (!this.#hasSections || isDeep) return sink;
    const enter = () => enterSection(sink, node, state, { isNamed, isAnswer, children });
    return this.#parts.wall.attempt(node, enter, () => sink);
  }

  /** How many sections contain what a thread of this thread holds. Outside of agents such sections are put side by side. */
  #nestingIn({ nesting }: Frame): number {
    return this.#hasSections && nesting > 0 ? nesting + 1 : nesting;
  }

  /** Where a session was resumed, what came before has ended. */
  #renderResumed(node: Message | Notice, frame: Frame): void {
    if (!node.resumed) return;
    this.#flush(frame);
    frame.speaker = "";
    addAll(frame.sink, renderResumed(node, frame.state));
  }

  #renderAgent(node: Agent, frame: Frame): void {
    const { sink, state } = frame;
    const situation = {
      policy: this.#policy,
      isTop: node === this.#content.top,
      hasSlot: this.#slots.has(node),
      isDeep: frame.nesting >= maxNesting && this.#slots.sinkOf(node) === undefined,
    };
    switch (placeAgent(node, situation)) {
      case "document": {
        const inside = this.#enterSection(node, frame);
        inside.push(state.heading(1, agentSummary(node, state)), ...agentHead(node, state, false));
        return this.#open(
          node.children,
          inside,
          { depth: 2, agent: node, client: state.client, remote: state.remote },
          frame,
        );
      }
      case "client":
        return this.#renderClientAgent(node, frame);
      case "slot":
        return this.#openAgent(node, this.#slots.fill(node), frame);
      case "done":
        return undefined;
      case "later":
        return void frame.later.push(node);
      case "outside":
        if (!situation.hasSlot) sink.push(agentStub(node, state));
        return void frame.outermost.later.push(node);
      case "stub":
        return void sink.push(agentStub(node, state));
      default:
        return this.#openAgent(node, addAgentSection(node, sink, state, this.#parts.wall), frame);
    }
  }

  /** Agents that the client runs by itself: one section for all that follow one another. */
  #renderClientAgent(node: Agent, frame: Frame): void {
    const { state, sink } = frame;
    const { section, count } = frame.clients ?? { section: addClientSection(sink), count: 0 };
    frame.clients = { section, count: count + 1 };
    section.summary = marked(state.labels.marks.agent, countOf("clientAgent", count + 1, state.labels));
    if (isHere(this.#policy))
      this.#openAgent(node, addAgentSection(node, section.children, state, this.#parts.wall), frame);
    else section.children.push(agentStub(node, state));
  }
}
