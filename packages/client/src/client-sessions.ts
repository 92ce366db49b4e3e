import { eachPage } from "./each-page.ts";
import { followEvents } from "./follow-events.ts";
import type {
  ClientEventOptions,
  ClientListOptions,
  ClientPageOptions,
  ClientReadOptions,
  ClientRefChange,
  ClientSaveOptions,
  ClientSessionOptions,
  ClientStoreOptions,
  ClientTakeOptions,
} from "./client-options.ts";
import {
  readBranchPage,
  readLease,
  readMessage,
  readMessagePage,
  readRef,
  readRefPage,
  readSession,
  readSessionPage,
  readTokenCounts,
  readTree,
} from "./read-answer.ts";
import { saveConversation } from "./save-conversation.ts";
import { segment, type StoreCall, type Transport } from "./transport.ts";
import type {
  ClientBranchPage,
  ClientCreatedSession,
  ClientEvent,
  ClientItems,
  ClientLease,
  ClientMessage,
  ClientMessageFormat,
  ClientMessagePage,
  ClientRef,
  ClientRefPage,
  ClientSaved,
  ClientSession,
  ClientSessionPage,
  ClientTokenCounts,
  ClientTree,
} from "./types.ts";

/** The calls for sessions and their messages; `client.sessions`. Each may throw a {@link StoreRequestError}. */
export class ClientSessions {
  readonly #send: Transport;

  /** @param send how calls are sent. A {@link StoreClient} makes it. */
  constructor(send: Transport) {
    this.#send = send;
  }

  /** Create a session; with the id of one that your project has, it is returned as it is. */
  async create(options: ClientSessionOptions = {}): Promise<ClientCreatedSession> {
    const { useUuid, user, configs, disableTaskTracking } = options;
    const body = { use_uuid: useUuid, user, configs, disable_task_tracking: disableTaskTracking };
    const { data, status } = await this.#send({ method: "POST", path: "session", body });
    return { ...readSession(data), isNew: status === 201 };
  }

  /** Read a session, without its messages. */
  async get(sessionId: string): Promise<ClientSession> {
    return readSession(await this.#get(sessionId));
  }

  /** List the sessions of your project, or those of a person or with some configs, the oldest first. */
  async list({ limit, cursor, timeDesc, user, configs }: ClientListOptions = {}): Promise<ClientSessionPage> {
    const filter = configs && JSON.stringify(configs);
    const query = { limit, cursor, time_desc: timeDesc, user, filter_by_configs: filter };
    return readSessionPage((await this.#send({ method: "GET", path: "session", query })).data);
  }

  /** Iterate over the pages of the list of sessions, of 200 sessions each unless `limit` is given. */
  pages(options: ClientListOptions = {}): AsyncGenerator<ClientSessionPage, void, undefined> {
    return eachPage((page) => this.list(page), options);
  }

  /** Replace the configs of a session; returns it. */
  async setConfigs(sessionId: string, configs: object): Promise<ClientSession> {
    return readSession(await this.#change("PUT", sessionId, "configs", { configs }));
  }

  /** Change the configs of a session by their keys: a key that is `null` is removed. Returns all of them. */
  async patchConfigs(sessionId: string, configs: object): Promise<Readonly<Record<string, unknown>>> {
    return ((await this.#change("PATCH", sessionId, "configs", { configs })) as ClientSession).configs;
  }

  /** Change the `meta` of a message by its keys, as `patchConfigs`. Returns all of it. What a message says never changes. */
  async patchMeta(sessionId: string, messageId: string, meta: object): Promise<Readonly<Record<string, unknown>>> {
    const data = await this.#change("PATCH", sessionId, `messages/${segment(messageId)}/meta`, { meta });
    return (data as ClientMessage).meta;
  }

  /** Copy a session with its messages, branches and tags; returns the id of the copy. A message has the same id in both. */
  async copy(sessionId: string): Promise<string> {
    return ((await this.#change("POST", sessionId, "copy")) as { readonly new_session_id: string }).new_session_id;
  }

  /** Delete a session with all its messages. */
  async delete(sessionId: string): Promise<void> {
    await this.#send({ method: "DELETE", path: `session/${segment(sessionId)}` });
  }

  /**
   * Store a message: after the newest one, or after any other to begin a branch.
   *
   * @param blob the message in its format, such as `{ role: "user", content: "Hello" }`.
   * @param options see {@link ClientStoreOptions}. With an `idempotencyKey` the call can be repeated without harm.
   * @returns the stored message. Its id is the `parentId` of a message that is to follow it.
   * @example
   * await client.sessions.storeMessage(sessionId, blob, { format: "openai", parentId: earlier.id });
   */
  async storeMessage(sessionId: string, blob: object, options: ClientStoreOptions = {}): Promise<ClientMessage> {
    const { data, status } = await this.#store(sessionId, "messages", { blob }, options);
    return readMessage(data, status === 201);
  }

  /**
   * Store messages that belong together, such as a call and its result, each after the one before: all of them, or none.
   *
   * @param blobs the messages, at most 200; they are returned in their order.
   * @param options as for {@link ClientSessions.storeMessage}.
   */
  async storeMessages(
    sessionId: string,
    blobs: readonly object[],
    options: ClientStoreOptions = {},
  ): Promise<readonly ClientMessage[]> {
    const { data, status } = await this.#store(sessionId, "messages/batch", { blobs }, options);
    return (data as { readonly items: readonly unknown[] }).items.map((item) => readMessage(item, status === 201));
  }

  /**
   * Save a conversation as a program holds it: as the list of all its messages. What its branch has already is not stored again.
   * Where a message differs, as after an edit or for another answer, a new branch begins, and the old one stays.
   *
   * @param messages all messages, from the first one, such as the `UIMessage`s of a chat of the AI SDK. They are compared as JSON.
   * @param options the format of the messages (default: `openai`), the branch, and `meta` of new messages.
   * @example
   * onFinish: ({ messages }) => client.sessions.saveConversation(chatId, messages, { format: "ai-sdk" })
   */
  async saveConversation(
    sessionId: string,
    messages: readonly object[],
    options: ClientSaveOptions = {},
  ): Promise<ClientSaved> {
    return saveConversation(this, sessionId, messages, options);
  }

  /** List the branches and tags of a session, `main` first. */
  async listRefs(sessionId: string, { limit, cursor }: ClientPageOptions = {}): Promise<ClientRefPage> {
    return readRefPage(await this.#get(sessionId, "/refs", { limit, cursor }));
  }

  /** Read a branch or a tag. */
  async getRef(sessionId: string, name: string): Promise<ClientRef> {
    return readRef(await this.#get(sessionId, `/refs/${segment(name)}`));
  }

  /**
   * Create a branch or a tag, or set it to another message. `main` is what is read and followed where no branch is named.
   *
   * @example
   * await client.sessions.setRef(sessionId, "best", { messageId, kind: "tag" });
   */
  async setRef(sessionId: string, name: string, change: ClientRefChange): Promise<ClientRef> {
    const { messageId, kind, meta, expectedVersion } = change;
    const headers = expectedVersion === 0 ? { "If-None-Match": "*" } : ifMatch(expectedVersion);
    const path = `session/${segment(sessionId)}/refs/${segment(name)}`;
    const body = { message_id: messageId, kind, meta };
    return readRef((await this.#send({ method: "PUT", path, body, headers })).data);
  }

  /** Delete a branch or a tag, if it has a version; its messages stay. `main` becomes the newest message again. */
  async deleteRef(sessionId: string, name: string, expectedVersion?: number): Promise<void> {
    const path = `session/${segment(sessionId)}/refs/${segment(name)}`;
    await this.#send({ method: "DELETE", path, headers: ifMatch(expectedVersion) });
  }

  /**
   * Read a branch, from its first message to `leafId`, or all messages of the session, or a page of one of the two.
   *
   * @param options see {@link ClientReadOptions}. Without any, the branch of the newest message is read as `openai`.
   * @example
   * const { items } = await client.sessions.getMessages(sessionId, { format: "acontext", leafId });
   */
  async getMessages<Format extends ClientMessageFormat = "openai">(
    sessionId: string,
    options: ClientReadOptions<Format> = {},
  ): Promise<ClientMessagePage<ClientItems[Format]>> {
    const { leafId, branch, scope, format = "openai", limit, cursor, timeDesc, editStrategies } = options;
    const query = {
      leaf_id: leafId,
      branch,
      scope,
      format,
      limit,
      cursor,
      time_desc: timeDesc,
      edit_strategies: editStrategies && JSON.stringify(editStrategies),
    };
    return readMessagePage(await this.#get(sessionId, "/messages", query));
  }

  /**
   * Iterate over the pages of a branch, or of all messages: of 200 messages each unless `limit` is given. All pages are of
   * the branch that was the newest for the first one, also if others store messages in between.
   *
   * @example
   * for await (const { items } of client.sessions.messagePages(sessionId)) console.log(items.length);
   */
  messagePages<Format extends ClientMessageFormat = "openai">(
    sessionId: string,
    options: ClientReadOptions<Format> = {},
  ): AsyncGenerator<ClientMessagePage<ClientItems[Format]>, void, undefined> {
    return eachPage((page) => this.getMessages(sessionId, page), options);
  }

  /** List the ends of all branches, in the order in which they were stored. */
  async listBranches(sessionId: string, { limit, cursor }: ClientPageOptions = {}): Promise<ClientBranchPage> {
    return readBranchPage(await this.#get(sessionId, "/branches", { limit, cursor }));
  }

  /** Iterate over the pages of the list of branches, of 200 branches each unless `limit` is given. */
  branchPages(sessionId: string, options: ClientPageOptions = {}): AsyncGenerator<ClientBranchPage, void, undefined> {
    return eachPage((page) => this.listBranches(sessionId, page), options);
  }

  /** Read how all messages of a session follow one another, without their content. */
  async getTree(sessionId: string): Promise<ClientTree> {
    return readTree(await this.#get(sessionId, "/tree"));
  }

  /**
   * Estimate the tokens of all messages of a session, or of one branch.
   *
   * @param options `leafId`: the last message of the branch, or `branch` (default: count all messages).
   */
  async tokenCounts(
    sessionId: string,
    { leafId, branch }: Pick<ClientReadOptions, "leafId" | "branch"> = {},
  ): Promise<ClientTokenCounts> {
    return readTokenCounts(await this.#get(sessionId, "/token_counts", { leaf_id: leafId, branch }));
  }

  /**
   * Follow what happens in a session: what was stored, then what is, in an order in which each message comes after its parent.
   * A connection that breaks is opened again after the last event. Ends with a {@link StoreRequestError} if the session is deleted.
   *
   * @example
   * for await (const { ref, message } of client.sessions.events(sessionId, { after })) console.log(ref, message?.parts);
   */
  events(sessionId: string, options: ClientEventOptions = {}): AsyncGenerator<ClientEvent, void, undefined> {
    return followEvents(this.#send, `session/${segment(sessionId)}/events`, options);
  }

  /**
   * Take the next events for a group of consumers. Each is given to one of them, and again if it is not acknowledged in time.
   * Refused with `LEASE_HELD` while another consumer has some.
   *
   * @param group the name of the group; the first call creates it.
   * @param options see {@link ClientTakeOptions}.
   */
  async takeEvents(sessionId: string, group: string, options: ClientTakeOptions = {}): Promise<ClientLease> {
    const { limit, seconds } = options;
    const path = `session/${segment(sessionId)}/events/groups/${segment(group)}/lease`;
    return readLease((await this.#send({ method: "POST", path, body: { limit, seconds } })).data);
  }

  /** Say that all events up to one of a lease were handled, and end the lease. Refused with `LEASE_LOST` if it is over. */
  async acknowledgeEvents(sessionId: string, group: string, lease: string, eventId: string): Promise<void> {
    const path = `session/${segment(sessionId)}/events/groups/${segment(group)}/acknowledge`;
    await this.#send({ method: "POST", path, body: { lease, event_id: eventId } });
  }

  #store(sessionId: string, route: string, given: object, options: ClientStoreOptions) {
    const { format = "openai", meta, parentId, root, branch, from, expectedLeafId, idempotencyKey } = options;
    const place = { parent_id: parentId, root, branch, from, expected_leaf_id: expectedLeafId };
    return this.#send({
      method: "POST",
      path: `session/${segment(sessionId)}/${route}`,
      body: { ...given, format, meta, ...place },
      headers: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey },
    });
  }

  async #change(method: StoreCall["method"], sessionId: string, path: string, body?: object): Promise<unknown> {
    return (await this.#send({ method, path: `session/${segment(sessionId)}/${path}`, body })).data;
  }

  async #get(sessionId: string, rest = "", query: StoreCall["query"] = {}): Promise<unknown> {
    return (await this.#send({ method: "GET", path: `session/${segment(sessionId)}${rest}`, query })).data;
  }
}

function ifMatch(version: number | undefined): Readonly<Record<string, string>> {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}
