/** How messages are written: the store's own format, and those of APIs and libraries. */
export type ClientMessageFormat = keyof ClientItems;

/** The type of an item in each format. */
export interface ClientItems {
  /** The store's own format. */
  readonly acontext: AcontextItem;
  /** A message of chat completions. */
  readonly openai: ClientItem;
  /** A message of the messages API. */
  readonly anthropic: ClientItem;
  /** A content of the API of Gemini. */
  readonly gemini: ClientItem;
  /** An item of the Responses API, or of a conversation, of OpenAI. */
  readonly responses: ClientItem;
  /** A `UIMessage` of the AI SDK. */
  readonly "ai-sdk": ClientItem;
  /** A `ModelMessage` of the AI SDK. */
  readonly "ai-sdk-model": ClientItem;
  /** A message of LangChain, as `messages_to_dict` and `mapChatMessagesToStoredMessages` write it. */
  readonly langchain: ClientItem;
}

/** An item in the format of an API or a library, as the server sends it. Cast it to the type that the library has for it. */
export type ClientItem = Readonly<Record<string, unknown>>;

/** What came of saving a conversation. */
export interface ClientSaved {
  /** The messages that were not there yet, in their order. */
  readonly messages: readonly ClientMessage[];
  /** The last message of the conversation; `null` for one without messages. */
  readonly leafId: string | null;
  /** Whether it left the branch that was there: something in it had changed, or was taken back. */
  readonly isNewBranch: boolean;
}

/** A part of a message. */
export interface AcontextPart {
  /**
   * `text`, `image`, `audio`, `video`, `file`, `tool-call`, `tool-result`, `data`, `thinking`, `redacted_thinking`, or a kind that
   * a program made up.
   */
  readonly type: string;
  /** The text of a `text`, `thinking` or `tool-result`. */
  readonly text?: string | null | undefined;
  /** What belongs to the kind, such as `id`, `name` and `arguments` of a `tool-call`, and `tool_call_id` of a `tool-result`. */
  readonly meta?: Readonly<Record<string, unknown>> | null | undefined;
  /** The store keeps no files. */
  readonly asset?: null | undefined;
  /** The store keeps no files. */
  readonly filename?: null | undefined;
}

/** An item in the format `acontext`, as the server sends it. It can be stored again as it is. */
export interface AcontextItem {
  readonly id: string;
  readonly session_id: string;
  /** The message before it on its branch; `null` for the first one. */
  readonly parent_id: string | null;
  readonly role: "user" | "assistant";
  readonly parts: readonly AcontextPart[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly task_id: null;
  readonly session_task_process_status: "disable_tracking";
  readonly created_at: string;
  readonly updated_at: string;
  readonly depth: number;
  readonly seq: number;
}

/** A session: a conversation with all its branches. */
export interface ClientSession {
  /** A UUID. */
  readonly id: string;
  /** Who it belongs to: the project of the token, a UUID. */
  readonly projectId: string;
  /** Whose it is, as it was given; absent if nobody was named. */
  readonly user?: string | undefined;
  readonly disableTaskTracking: boolean;
  /** As given when it was created, or changed since. */
  readonly configs: Readonly<Record<string, unknown>>;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  /** When its last message was stored. */
  readonly updatedAt: string;
}

/** A session that was asked for by creating it. */
export interface ClientCreatedSession extends ClientSession {
  /** Whether this call created it; `false` if your project had it already. */
  readonly isNew: boolean;
}

/** A message that was stored. */
export interface ClientMessage {
  /** A UUID. As `parentId` and `leafId` it names this message. */
  readonly id: string;
  readonly sessionId: string;
  /** The message before it on its branch; `null` for the first one. */
  readonly parentId: string | null;
  /** Other roles of an API are `user`, with the role itself in `meta.original_role`. */
  readonly role: "user" | "assistant";
  readonly parts: readonly AcontextPart[];
  /** What was given as `meta`, and what the store needs to write the message again. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The number of messages from the first one of the branch to this one, both counted. */
  readonly depth: number;
  /** Grows with each message of the session. */
  readonly seq: number;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Whether this call stored it; `false` if an earlier one with the same idempotency key did. */
  readonly isNew: boolean;
}

/** What every page of a list has. */
export interface ClientPage {
  /** For the next page; absent on the last one. */
  readonly nextCursor?: string | undefined;
  /** Whether there is a next page. */
  readonly hasMore: boolean;
}

/** A part of the list of sessions. */
export interface ClientSessionPage extends ClientPage {
  readonly items: readonly ClientSession[];
}

/** Messages that were read: a branch, all messages of a session, or a page of one of the two. */
export interface ClientMessagePage<Item = ClientItem> extends ClientPage {
  /** In the format that was asked for. A message gives several items in `openai` if it has several tool results. */
  readonly items: readonly Item[];
  /** For each item the id of its message. */
  readonly ids: readonly string[];
  /** For each item the `meta` of its message. */
  readonly metas: readonly Readonly<Record<string, unknown>>[];
  /** For each item the message before its message; `null` for the first one. */
  readonly parentIds: readonly (string | null)[];
  /** The message that the branch leads to; `null` in a session without messages, and for the scope `session`. */
  readonly leafId: string | null;
  /** Whether no message follows `leafId`. */
  readonly isLeaf: boolean;
  /** The estimated tokens of the messages of this page. */
  readonly thisTimeTokens: number;
}

/** A message that no other follows: the end of a branch. */
export interface ClientLeaf {
  /** As `leafId` it reads this branch. */
  readonly messageId: string;
  /** As {@link ClientMessage.depth}. */
  readonly depth: number;
  readonly createdAt: string;
  /** Whether it is the newest message: what is read, and what a message is stored after, if none is named. */
  readonly isDefault: boolean;
}

/** The ends of the branches of a session. */
export interface ClientBranchPage extends ClientPage {
  /** In the order in which they were stored. */
  readonly leaves: readonly ClientLeaf[];
}

/** A message in the tree of a session, without its content. */
export interface ClientTreeNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly depth: number;
  readonly seq: number;
  readonly role: "user" | "assistant";
  readonly childCount: number;
  readonly createdAt: string;
}

/** How all messages of a session follow one another. */
export interface ClientTree {
  /** In the order in which they were stored: each after its parent. */
  readonly nodes: readonly ClientTreeNode[];
  /** The ids of the messages that several others follow. */
  readonly forks: readonly string[];
  /** The newest message; `null` in a session without messages. */
  readonly leafId: string | null;
}

/** Estimated tokens. */
export interface ClientTokenCounts {
  readonly totalTokens: number;
  /** How they were estimated. */
  readonly estimator: string;
}

/** Something that happened in a session. */
export interface ClientEvent {
  /** Where it stands in the order of all. An event that comes again has the same one. */
  readonly id: string;
  /** `message`: one was stored. `ref`: a branch or a tag was set or deleted. */
  readonly kind: "message" | "ref";
  /** The branch that the message was appended to, `null` if it named its parent; or the ref. */
  readonly ref: string | null;
  /** The message that was stored, or that the ref leads to; `null` for a ref that was deleted. */
  readonly messageId: string | null;
  /** The message that was stored; `null` for a ref. */
  readonly message: Omit<ClientMessage, "isNew"> | null;
}

/** Events that a consumer of a group is to handle. */
export interface ClientLease {
  /** Names the lease when it is acknowledged; `null` if there is nothing to do. */
  readonly lease: string | null;
  readonly events: readonly ClientEvent[];
}

/** A name of a place in the tree. */
export interface ClientRef {
  readonly name: string;
  /** A branch moves with what is appended to it; a tag stays. */
  readonly kind: "branch" | "tag";
  /** The message that it leads to; `null` for `main` in a session without messages. */
  readonly messageId: string | null;
  /** Grows with each change; 0 for `main` while nobody has set it: it is the newest message then. */
  readonly version: number;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly updatedAt: string;
}

/** Branches and tags of a session. */
export interface ClientRefPage extends ClientPage {
  /** `main` first, then in the order in which they were created. */
  readonly refs: readonly ClientRef[];
}
