import { findPaths } from "./paths.ts";
import { type Leaf, originFacts, type Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { schemaVersion } from "./envelope.ts";
import { type ApiMessage, createConversation, type Counts } from "./conversation.ts";

/** One path of talk, from its beginning to a leaf, as the Messages API takes it. */
export interface Conversation {
  leaf: Leaf["uuid"];
  sessionId: string;
  branch?: string | undefined;
  /** Whether the person went on here. */
  active: boolean;
  /** The model of the last answer. */
  model?: string | undefined;
  /** They begin with the user, alternate, and each call has its result in the message after it. */
  messages: ApiMessage[];
  /** What of the path is not among them, by kind: thinking has lost its signature, records were never said. */
  omitted: Counts;
  /** What was put in, because the API insists on it: results that were never recorded, a beginning. */
  added: Counts;
}

/** What `--to messages` writes. */
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
 * The same as a function. Agents are conversations of their own kind and are not told: what they answered stands in the
 * results of their calls.
 *
 * @param tree the finished tree, told depth first.
 */
export function toMessages(tree: Root): Conversation[] {
  return findPaths(tree).map(({ leaf, path }) => {
    const conversation = createConversation();
    let model: string | undefined;
    for (const node of path) {
      conversation.add(node);
      if (node.type === "message" && originFacts(node.origin).isReply) model = node.model ?? model;
    }
    const { uuid, sessionId, branch, active } = leaf;
    return { leaf: uuid, sessionId, branch, active, model, ...conversation.end() };
  });
}
