import type { Agent, Branch, FlowContent, Message, Notice, Session } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { DocumentParts } from "../document-parts.ts";
import { agentHead, agentStub, agentSummary } from "../handle/agent.ts";
import { branchHead, isTypedAgain } from "../handle/branch.ts";
import { renderHidden } from "../handle/hidden.ts";
import { isQuiet, renderNotices } from "../handle/notice.ts";
import { sessionHead } from "../handle/session.ts";
import { countOf, marked } from "../labels.ts";
import { landmarkOf } from "../landmark.ts";
import { remoteOf } from "../remote.ts";
import { createState, type ThreadScope } from "../state.ts";
import type { AgentPolicy, MdastOptions, State } from "../types.ts";
import { isHere, isInline, placeAgent } from "./agent-policy.ts";
import { createFrame, type Frame } from "./frame.ts";
import { enterSection, renderMessage, renderResumed, speakerOf } from "./message.ts";
import { type SlotContent, AgentSlots } from "./slots.ts";

/**
 * Render threads depth first. Sessions and branches follow one another under headings; agents are put where the policy
 * decides. There is no recursion, so threads may be nested to any depth.
 *
 * @param flow the nodes of the document, in reading order.
 * @param sink where the blocks go.
 * @param parts what the document is rendered with.
 * @param options as given to `toMdast`.
 */
export function renderThreads(
  flow: readonly FlowContent[],
  sink: BlockContent[],
  parts: DocumentParts,
  options: MdastOptions,
): void {
  new ThreadDriver(flow, parts, options).render(sink);
}

class ThreadDriver {
  readonly #flow: readonly FlowContent[];
  readonly #parts: DocumentParts;
  readonly #hasSections: boolean;
  readonly #policy: AgentPolicy;
  /** The one agent that the document is about. */
  readonly #top: Agent | undefined;
  readonly #slots = new AgentSlots();
  readonly #frames: Frame[] = [];
  /** Sessions whose heading has been rendered. */
  readonly #sessions = new Set<string>();

  constructor(flow: readonly FlowContent[], parts: DocumentParts, { agents = "inline", sections }: MdastOptions) {
    this.#flow = flow;
    this.#parts = parts;
    this.#hasSections = sections === true;
    this.#policy = agents;
    const [only, ...others] = flow;
    this.#top = only?.type === "agent" && others.length === 0 ? only : undefined;
  }

  render(sink: BlockContent[]): void {
    this.#open(this.#flow, sink, { depth: 2 });
    for (let frame = this.#frames.at(-1); frame; frame = this.#frames.at(-1)) {
      const node = frame.children[frame.next++];
      if (node === undefined || (node.type !== "notice" && endsTurn(node))) {
        flush(frame);
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

  #open(children: readonly FlowContent[], sink: BlockContent[], scope: ThreadScope): void {
    this.#frames.push(createFrame(children, sink, createState(this.#parts, scope)));
  }

  #openAgent(agent: Agent, sink: BlockContent[], { depth, remote }: ThreadScope): void {
    this.#open(agent.children, sink, { depth: depth + 1, agent, remote });
  }

  /** Agents that are rendered after their turn, in their order. */
  #openLater({ later, sink, state }: Frame): void {
    const opened = later.splice(0).map((agent) => ({ agent, inside: this.#addSection(agent, sink, state, false) }));
    for (const { agent, inside } of opened.reverse()) this.#openAgent(agent, inside, state);
  }

  /** A section for an agent; where its conversation goes. */
  #addSection(agent: Agent, sink: BlockContent[], state: State, isInCall: boolean): BlockContent[] {
    const children = agentHead(agent, state, isInCall);
    const summary = agentSummary(agent, state);
    sink.push({ type: "details", kind: "agent", landmark: landmarkOf(agent, state), summary, children });
    return children;
  }

  #renderNode(node: FlowContent, frame: Frame): void {
    if (node.type !== "agent") frame.clients = undefined;
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
        const sink = enterSection(frame.sink, node, state, this.#hasSections);
        sink.push(...state.one(node), ...renderHidden(node, state));
      }
    }
  }

  #renderSession(node: Session, frame: Frame): void {
    frame.speaker = "";
    const { state } = frame;
    const isFirst = !this.#sessions.has(node.sessionId);
    this.#sessions.add(node.sessionId);
    const sink = enterSection(frame.sink, node, state, this.#hasSections, isFirst);
    sink.push(...sessionHead(node, state, isFirst), ...renderHidden(node, state));
    this.#open(node.children, sink, { depth: 2, remote: remoteOf(node) });
  }

  #renderBranch(node: Branch, frame: Frame): void {
    frame.speaker = "";
    const { state } = frame;
    const sink = enterSection(frame.sink, node, state, this.#hasSections);
    sink.push(...branchHead(node, state, isTypedAgain(node, frame.children)), ...renderHidden(node, state));
    const { depth, agent, remote } = state;
    const scope = { depth: depth + 1, agent, remote };
    if (node.rule !== "draft") return this.#open(node.children, sink, scope);
    const draft: BlockContent[] = [];
    sink.push({ type: "details", summary: state.labels.draft, children: draft });
    return this.#open(node.children, draft, scope);
  }

  #renderMessage(node: Message, frame: Frame): void {
    this.#renderResumed(node, frame);
    const { state } = frame;
    const blocks = renderMessage(node, state, frame.speaker, frame.next > frame.lastSpeech);
    this.#slots.take(blocks, (agent, isOwn) => this.#slotContent(agent, isOwn, state));
    frame.speaker = speakerOf(node);
    const sink = enterSection(frame.sink, node, state, this.#hasSections);
    for (const block of blocks) sink.push(block);
  }

  #renderNotice(node: Notice, frame: Frame): void {
    this.#renderResumed(node, frame);
    if (isQuiet(node)) frame.waiting.push(node);
    else frame.sink.push(...renderNotices([node], frame.state));
  }

  /** Where a session was resumed, what came before has ended. */
  #renderResumed(node: Message | Notice, frame: Frame): void {
    if (!node.resumed) return;
    flush(frame);
    frame.speaker = "";
    frame.sink.push(...renderResumed(node, frame.state));
  }

  /** The content of a slot: the conversation of the agent, or one line about the agent. */
  #slotContent(agent: Agent, isOwn: boolean, state: State): SlotContent {
    if (!isInline(agent, this.#policy)) return { blocks: [agentStub(agent, state)] };
    if (isOwn) return { blocks: [], sink: [] };
    const blocks: BlockContent[] = [];
    return { sink: this.#addSection(agent, blocks, state, true), blocks };
  }

  #renderAgent(node: Agent, frame: Frame): void {
    const { sink, state } = frame;
    const hasSlot = this.#slots.has(node);
    switch (placeAgent(node, { policy: this.#policy, isTop: node === this.#top, hasSlot })) {
      case "document": {
        const inside = enterSection(sink, node, state, this.#hasSections);
        inside.push(state.heading(1, agentSummary(node, state)), ...agentHead(node, state, false));
        return this.#openAgent(node, inside, { ...state, depth: 1 });
      }
      case "client":
        return this.#renderClientAgent(node, frame);
      case "slot":
        return this.#openAgent(node, this.#slots.sinkOf(node)!, state);
      case "later":
        return void frame.later.push(node);
      case "stub":
        return hasSlot ? undefined : void sink.push(agentStub(node, state));
      default:
        return this.#openAgent(node, this.#addSection(node, sink, state, false), state);
    }
  }

  /** Agents that the client runs by itself: one section for all that follow one another. */
  #renderClientAgent(node: Agent, frame: Frame): void {
    const { state, sink } = frame;
    const { section, count } = frame.clients ?? { section: addClientSection(sink), count: 0 };
    frame.clients = { section, count: count + 1 };
    section.summary = marked(state.labels.marks.agent, countOf("clientAgent", count + 1, state.labels));
    if (isHere(this.#policy)) this.#openAgent(node, this.#addSection(node, section.children, state, false), state);
    else section.children.push(agentStub(node, state));
  }
}

function addClientSection(sink: BlockContent[]): NonNullable<Frame["clients"]>["section"] {
  const section = { type: "details" as const, kind: "agent" as const, summary: "", children: [] };
  sink.push(section);
  return section;
}

/** Render the records that wait for the end of a turn. */
function flush({ waiting, sink, state }: Frame): void {
  if (waiting.length > 0) sink.push(...renderNotices(waiting.splice(0), state));
}

/** Whether a node ends a turn. Messages of the user role and all other nodes do; steps of Claude and agents do not. */
function endsTurn(node: FlowContent): boolean {
  return node.type !== "agent" && (node.type !== "message" || node.role === "user");
}
