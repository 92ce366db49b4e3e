import type { Agent, Nodes } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { DocumentParts } from "./document-parts.ts";
import { renderResult } from "./handle/tool-result.ts";
import type { Remote } from "./remote.ts";
import type { Handler, State } from "./types.ts";

/** What differs from thread to thread of one document. */
export interface ThreadScope {
  /** Depth of the current heading. */
  readonly depth: number;
  /** The agent whose thread is rendered; absent in threads of sessions. */
  readonly agent?: Agent | undefined;
  /** Where the repository of the session is on the web. */
  readonly remote?: Remote | undefined;
}

/** The state that handlers and views get for one thread. It never changes: another scope has another state. */
export function createState({ base, handlers }: DocumentParts, scope: ThreadScope): State {
  const state: State = Object.freeze({
    ...base,
    depth: scope.depth,
    agent: scope.agent,
    remote: scope.remote,
    markdown: (value: string): BlockContent[] =>
      value.trim() === "" ? [] : [{ type: "markdown", value, depth: scope.depth }],
    result: (call: Parameters<State["result"]>[0]) => renderResult(call, state),
    one,
    all: (nodes: readonly Nodes[]) => nodes.flatMap(one),
  });
  return state;

  function one(node: Nodes): BlockContent[] {
    const handler = Object.hasOwn(handlers, node.type) ? handlers[node.type]! : handlers["unknown"]!;
    return (handler as Handler)(node, state);
  }
}
