import { addAll } from "../add-all.ts";
import { isThread, type Message, type Notice, type Root, threadKey, type TimelineNode } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { DocumentParts } from "../document-parts.ts";
import { renderHidden } from "../handle/hidden.ts";
import type { LandmarkNode } from "../landmark.ts";
import { isQuiet, renderNotices } from "../handle/notice.ts";
import { createState } from "../state.ts";
import type { MdastOptions, State } from "../types.ts";
import { enterSection, renderMessage, renderResumed, speakerOf } from "./render-message.ts";
import { type SaidThread, threadsOfTimeline, timelineHead } from "./timeline-threads.ts";

/**
 * Render a timeline: one stream of messages, compactions and records, each with the name of its thread. Consecutive
 * records are grouped, but nothing else is moved before them.
 *
 * @param tree a root with an order.
 * @param sink where the blocks go.
 * @param parts what the document is rendered with.
 * @param options as given to `toMdast`.
 */
export function renderTimeline(tree: Root, sink: BlockContent[], parts: DocumentParts, options: MdastOptions): void {
  const driver = new TimelineDriver(tree, sink, parts, options.sections === true);
  for (const node of tree.children) if (!isThread(node)) driver.add(node);
  driver.end();
}

class TimelineDriver {
  readonly #sink: BlockContent[];
  readonly #parts: DocumentParts;
  readonly #hasSections: boolean;
  readonly #threads: ReadonlyMap<string, SaidThread>;
  readonly #lastSpeech: Message | undefined;
  /** The program that wrote each session, by its id. */
  readonly #clients: ReadonlyMap<string, string | undefined>;
  /** The state for each thread, by its key. */
  readonly #states = new Map<string, State>();
  readonly #waiting: Notice[] = [];
  #speaker = "";
  /** The thread of the last node, and the state for it. */
  #key: string | undefined;
  #state: State;

  constructor(tree: Root, sink: BlockContent[], parts: DocumentParts, hasSections: boolean) {
    this.#sink = sink;
    this.#parts = parts;
    this.#hasSections = hasSections;
    this.#threads = threadsOfTimeline(tree);
    const heads = (tree.threads ?? []).map(({ head }) => head);
    this.#clients = new Map(heads.flatMap((one) => (one.type === "session" ? [[one.sessionId, one.client]] : [])));
    this.#state = createState(parts, { depth: 2 });
    this.#lastSpeech = tree.children.findLast((node) => node.type === "message");
    addAll(sink, [...timelineHead(tree, this.#threads.values(), this.#state), ...renderHidden(tree, this.#state)]);
  }

  add(node: TimelineNode): void {
    if (node.type !== "notice") this.end();
    this.#enterThread(node);
    if (node.type === "notice") this.#addNotice(node);
    else if (node.type === "message") this.#addMessage(node);
    else {
      this.#speaker = "";
      const sink = this.#enterSection(node);
      this.#parts.wall.add(sink, node, () => [...this.#state.one(node), ...renderHidden(node, this.#state)]);
    }
  }

  /** Render the records that wait. */
  end(): void {
    const [first, ...others] = this.#waiting.splice(0);
    if (first) this.#addRecords([first, ...others], first);
  }

  #addRecords(run: readonly Notice[], first: Notice): void {
    this.#parts.wall.add(this.#sink, first, () => renderNotices(run, this.#state));
  }

  #enterSection(node: LandmarkNode): BlockContent[] {
    if (!this.#hasSections) return this.#sink;
    const enter = () => enterSection(this.#sink, node, this.#state);
    return this.#parts.wall.attempt(node, enter, () => this.#sink);
  }

  /** Switch to the thread of the next node. In another thread the speaker gets a new heading. */
  #enterThread(node: TimelineNode): void {
    const { thread } = node;
    if (thread === undefined) return;
    const key = threadKey(thread);
    if (key === this.#key) return;
    this.end();
    this.#speaker = "";
    this.#key = key;
    const { agentOf } = this.#parts.base;
    const client = this.#clients.get(thread.sessionId ?? "");
    this.#state = this.#states.get(key) ?? createState(this.#parts, { depth: 2, agent: agentOf(thread), client });
    this.#states.set(key, this.#state);
  }

  #addMessage(node: Message): void {
    this.#addResumed(node);
    const render = () => renderMessage(node, this.#state, this.#speaker, this.#isLast(node));
    const blocks = this.#parts.wall.blocks(node, render);
    this.#speaker = speakerOf(node);
    const sink = this.#enterSection(node);
    for (const block of blocks) if (block.type !== "agentSlot") sink.push(block);
  }

  #addNotice(node: Notice): void {
    this.#addResumed(node);
    if (isQuiet(node)) {
      this.#waiting.push(node);
      return;
    }
    this.end();
    this.#addRecords([node], node);
  }

  #addResumed(node: Message | Notice): void {
    if (!node.resumed) return;
    this.end();
    this.#speaker = "";
    addAll(this.#sink, renderResumed(node, this.#state));
  }

  /** Whether a thread has no later message. */
  #isLast(node: Message): boolean {
    if (node.thread === undefined) return node === this.#lastSpeech;
    return this.#threads.get(threadKey(node.thread))?.last === node;
  }
}
