import { type Agent, clientFacts, type Nodes } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { defaultLabels } from "./default-labels.ts";
import type { DocumentParts } from "./document-parts.ts";
import { maxNesting } from "./driver/agent-policy.ts";
import { renderResult } from "./handle/tool-result.ts";
import type { Labels } from "./labels.ts";
import type { Remote } from "./remote.ts";
import type { Handler, Markdown, State } from "./types.ts";
import { setSource } from "./wall.ts";

/** What differs from thread to thread of one document. */
export interface ThreadScope {
  /** Depth of the current heading. */
  readonly depth: number;
  /** The agent whose thread is rendered; absent in threads of sessions. */
  readonly agent?: Agent | undefined;
  /** The program that wrote the session: its assistant has another name (default: Claude Code). */
  readonly client?: string | undefined;
  /** Where the repository of the session is on the web. */
  readonly remote?: Remote | undefined;
  /** The folder that paths in titles are relative to (default: none, they are whole). */
  readonly cwd?: string | undefined;
  /** How many sections contain the thread (default: 0). */
  readonly nesting?: number | undefined;
}

/** The state that handlers and views get for one thread. It never changes: another scope has another state. */
export function createState({ base, handlers, wall }: DocumentParts, scope: ThreadScope): State {
  /** The node that is rendered. */
  let current: Nodes | undefined;
  const state: State = Object.freeze({
    ...base,
    labels: labelsOf(base.labels, scope.client),
    client: scope.client,
    depth: scope.depth,
    agent: scope.agent,
    remote: scope.remote,
    cwd: scope.cwd,
    markdown: (value: string): BlockContent[] => {
      const block: Markdown = { type: "markdown", value, depth: scope.depth };
      return value.trim() === "" ? [] : [fromCurrent(block)];
    },
    code: (lang: string | undefined, value: string) => base.code(lang, value).map(fromCurrent),
    output: (value: string) => base.output(value).map(fromCurrent),
    isAgentInline: (agent: Agent) => (scope.nesting ?? 0) < maxNesting && base.isAgentInline(agent),
    result: (call: Parameters<State["result"]>[0]) => renderResult(call, state),
    one,
    all: (nodes: readonly Nodes[]) => nodes.flatMap(one),
  });
  return state;

  function fromCurrent<T extends BlockContent>(block: T): T {
    return setSource(block, current);
  }

  function one(node: Nodes): BlockContent[] {
    const handler = Object.hasOwn(handlers, node.type) ? handlers[node.type]! : handlers["unknown"]!;
    const above = current;
    current = "position" in node ? node : (above ?? node);
    try {
      return wall.blocks(node, () => (handler as Handler)(node, state));
    } finally {
      current = above;
    }
  }
}

/** The labels for a client: its assistant is called by its own name, unless the reader has another word for it. */
function labelsOf(labels: Labels, client: string | undefined): Labels {
  const { assistant } = labels.actors;
  const { assistant: own } = clientFacts(client);
  if (assistant !== defaultLabels.actors.assistant || assistant === own) return labels;
  return { ...labels, actors: { ...labels.actors, assistant: own } };
}
