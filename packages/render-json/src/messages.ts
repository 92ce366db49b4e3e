import { findPaths } from "./paths.ts";
import { type Leaf, originFacts, type Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { schemaVersion } from "./envelope.ts";
import { type ApiMessage, createApiConversation } from "./api-conversation.ts";
import type { Counts } from "./omitted.ts";

/** One path of a conversation, from its beginning to a leaf, for the Messages API. */
export interface Conversation {
  /** The uuid of the last entry. */
  leaf: Leaf["uuid"];
  /** The session that the leaf belongs to. */
  sessionId: string;
  /** The branch that the leaf belongs to, if any. */
  branch?: string | undefined;
  /** Whether the session continued on this path. */
  active: boolean;
  /** The model of the last answer. */
  model?: string | undefined;
  /** The user begins, roles alternate, and each tool call has its result in the next message. */
  messages: ApiMessage[];
  /** Counts of what the messages omit, by kind: thinking, because its signature is not kept, and records of the client. */
  omitted: Counts;
  /** Counts of what was added because the API requires it, by kind: results that were not recorded, a beginning. */
  added: Counts;
}

/** The output of `--to messages`. */
export interface Conversations {
  ccdag: { schemaVersion: typeof schemaVersion; generator: "@ccdag/render-json/messages" };
  conversations: Conversation[];
}

/** unified plugin: compile ccast to conversations for the Messages API, one for each leaf. */
const ccdagRenderMessages: Plugin<[], Root, string> = function () {
  this.compiler = (tree) => {
    const conversations: Conversations = {
      ccdag: { schemaVersion, generator: "@ccdag/render-json/messages" },
      conversations: toMessages(tree as Root),
    };
    return `${JSON.stringify(conversations, undefined, 1)}\n`;
  };
};

export default ccdagRenderMessages;

/**
 * Convert a tree to conversations for the Messages API. Conversations of agents are omitted: their answers are in the
 * results of the tool calls that spawned them.
 *
 * @param tree the finished tree, in depth-first order.
 * @returns one conversation for each leaf, in reading order.
 */
export function toMessages(tree: Root): Conversation[] {
  return findPaths(tree).map(({ leaf, path }) => {
    const conversation = createApiConversation();
    let model: string | undefined;
    for (const node of path) {
      conversation.add(node);
      if (node.type === "message" && originFacts(node.origin).isReply) model = node.model ?? model;
    }
    const { uuid, sessionId, branch, active } = leaf;
    return { leaf: uuid, sessionId, branch, active, model, ...conversation.end() };
  });
}
