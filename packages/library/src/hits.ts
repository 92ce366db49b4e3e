import {
  type Agent,
  clientFacts,
  type Content,
  isThread,
  type Message,
  type Nodes,
  originFacts,
  pathOf,
  type Root,
  type Session,
  walk,
} from "@ccdag/ccast";
import type { Dag } from "@ccdag/core";
import type { Query } from "./read-query.ts";

/** Where a text was found. */
export type Where = "prompts" | "replies" | "thinking" | "tools" | "context";

/** Where can be searched: `context` is what the client and agents put in. */
export const wheres: readonly Where[] = ["prompts", "replies", "thinking", "tools", "context"];

/** A text that matches. */
export interface SearchHit {
  readonly session: string;
  /** The entry that holds it: a uuid, or `<path>:<line>` of a record without one. */
  readonly uuid: string;
  readonly path: string;
  readonly line: number;
  readonly where: Where;
  /** Who said it: `you`, `Claude`, the type of an agent, the name of a tool. */
  readonly speaker: string;
  /** Milliseconds since 1970. */
  readonly time?: number | undefined;
  /** The whole text, and where it matches. */
  readonly text: string;
  readonly index: number;
  readonly length: number;
  /** Equal for two records of the same block; absent if the block has no id. */
  readonly block?: string | undefined;
}

/**
 * Find the texts of a tree that match: what was said, thought, called and answered. Records that are no messages are not
 * searched.
 *
 * @param tree the finished tree.
 * @param dag the graph that it was made of, which knows the uuid of each record.
 * @param query what is searched for.
 */
export function hitsIn(tree: Root, dag: Dag, query: Query): SearchHit[] {
  const hits: SearchHit[] = [];
  const above = new Map<Nodes, Home>();
  walk(tree, (node, parent) => {
    const home = parent && above.get(parent);
    if (node.type === "session") above.set(node, { session: node, agent: undefined });
    else if (isThread(node)) above.set(node, { ...home, agent: node.type === "agent" ? node : home?.agent });
    else if (node.type === "message" || node.type === "compaction")
      for (const one of textsOf(node.children, node.type === "message" ? node : undefined)) {
        const found = query.find(one.text);
        if (found) hits.push(toHit(one, found, node, home));
      }
  });
  return withOwnIds(hits, dag);
}

/** A message may be made of several records: a hit has the uuid of the one that holds its text. */
function withOwnIds(hits: readonly SearchHit[], dag: Dag): SearchHit[] {
  const places = new Set(hits.map(({ path, line }) => `${path}:${line}`));
  /** Several records may stand on a damaged line. */
  const ids = new Map<string, string | undefined>();
  for (const { id, location } of dag.entries.values()) {
    const place = `${location.path}:${location.line}`;
    if (places.has(place)) ids.set(place, ids.has(place) ? undefined : id);
  }
  return hits.map((hit) => ({ ...hit, uuid: ids.get(`${hit.path}:${hit.line}`) ?? hit.uuid }));
}

/** The threads around a message. */
interface Home {
  readonly session?: Session | undefined;
  readonly agent?: Agent | undefined;
}

type Holder = Extract<Nodes, { type: "message" | "compaction" }>;

function toHit(
  one: FoundText,
  found: { index: number; length: number },
  node: Holder,
  home: Home | undefined,
): SearchHit {
  const { text, where, tool, node: holder, uuid, block } = one;
  const message = node.type === "message" ? node : undefined;
  const line = (holder.position ?? node.position)?.start.line ?? 0;
  return {
    session: home?.session?.sessionId ?? "",
    uuid: uuid ?? node.uuid ?? ("id" in node ? node.id : undefined) ?? "",
    path: pathOf(holder) ?? node.data?.path ?? "",
    line,
    where,
    speaker: tool ?? speakerOf(message, home?.agent, home?.session?.client),
    time: node.timestamp,
    text,
    ...found,
    block: block ?? (message?.messageId === undefined ? undefined : `${message.messageId} ${where}`),
  };
}

function speakerOf(message: Message | undefined, agent: Agent | undefined, client: string | undefined): string {
  const name = agent?.agentType ?? agent?.name ?? "agent";
  switch (message?.actor) {
    case "human":
      return agent === undefined ? "you" : `to ${name}`;
    case "assistant":
      return clientFacts(client).assistant;
    case "agent":
      return name;
    case "teammate":
      return message.senders?.join(", ") ?? "teammate";
    default:
      return message?.actor ?? "summary";
  }
}

interface FoundText {
  readonly text: string;
  readonly where: Where;
  readonly node: Content;
  readonly tool?: string | undefined;
  readonly uuid?: string | undefined;
  readonly block?: string | undefined;
}

function* textsOf(children: readonly Content[], message: Message | undefined): Generator<FoundText> {
  for (const node of children)
    switch (node.type) {
      case "text":
        yield { text: node.value, where: whereOf(message, node.context !== undefined), node };
        break;
      case "thinking":
        yield { text: node.value, where: "thinking", node };
        break;
      case "toolCall":
        yield {
          text: `${node.name}\n${inputText(node.input)}`,
          where: "tools",
          node,
          tool: node.name,
          block: `${node.id} call`,
        };
        if (node.result) yield resultText(node.result, node.name, node.id);
        break;
      case "toolResult":
        yield resultText(node, "result", node.toolUseId);
        break;
      default:
        break;
    }
}

function whereOf(message: Message | undefined, isContext: boolean): Where {
  const part = message === undefined || isContext ? undefined : originFacts(message.origin).part;
  return part === "prompt" ? "prompts" : part === "answer" ? "replies" : "context";
}

type Result = Extract<Content, { type: "toolResult" }>;

function resultText(node: Result, tool: string, id: string | undefined): FoundText {
  const texts = node.children.flatMap((child) => (child.type === "text" ? child.value : []));
  const all = node.whole === undefined ? texts : [...texts, node.whole];
  return {
    text: all.join("\n"),
    where: "tools",
    node,
    tool,
    uuid: node.uuid,
    block: id === undefined ? undefined : `${id} result`,
  };
}

/** All strings in the input of a call, whatever its fields are. */
function inputText(input: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [input];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === "string") texts.push(next);
    else if (typeof next === "object" && next !== null) for (const one of Object.values(next).reverse()) open.push(one);
  }
  return texts.join("\n");
}
