import type {
  AcontextItem,
  ClientBranchPage,
  ClientEvent,
  ClientLease,
  ClientMessage,
  ClientMessagePage,
  ClientPage,
  ClientRef,
  ClientRefPage,
  ClientSession,
  ClientSessionPage,
  ClientTokenCounts,
  ClientTree,
} from "./types.ts";

/** Parts of the answers that the server has names with `_` for. What a program put into them stays as it is. */
interface SentSession {
  readonly id: string;
  readonly project_id: string;
  readonly user?: string | null;
  readonly disable_task_tracking: boolean;
  readonly configs: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly updated_at: string;
}

interface SentPage {
  readonly next_cursor?: string;
  readonly has_more: boolean;
}

interface SentMessages<Item> extends SentPage {
  readonly items: readonly Item[];
  readonly ids: readonly string[];
  readonly metas: readonly Readonly<Record<string, unknown>>[];
  readonly parent_ids: readonly (string | null)[];
  readonly leaf_id?: string | null;
  readonly is_leaf?: boolean;
  readonly this_time_tokens: number;
}

interface SentLeaf {
  readonly message_id: string;
  readonly depth: number;
  readonly created_at: string;
  readonly is_default: boolean;
}

interface SentNode {
  readonly id: string;
  readonly parent_id: string | null;
  readonly depth: number;
  readonly seq: number;
  readonly role: "user" | "assistant";
  readonly child_count: number;
  readonly created_at: string;
}

interface SentTree {
  readonly nodes: readonly SentNode[];
  readonly forks: readonly string[];
  readonly leaf_id: string | null;
}

export function readSession(data: unknown): ClientSession {
  const { id, project_id, user, disable_task_tracking, configs, created_at, updated_at } = data as SentSession;
  return {
    id,
    projectId: project_id,
    ...(typeof user === "string" ? { user } : {}),
    disableTaskTracking: disable_task_tracking,
    configs,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

export function readSessionPage(data: unknown): ClientSessionPage {
  const page = data as SentPage & { readonly items: readonly SentSession[] };
  return { items: page.items.map(readSession), ...readPage(page) };
}

export function readMessage(data: unknown, isNew: boolean): ClientMessage {
  return { ...readStored(data), isNew };
}

function readStored(data: unknown): Omit<ClientMessage, "isNew"> {
  const { id, session_id, parent_id, role, parts, meta, depth, seq, created_at, updated_at } = data as AcontextItem;
  return {
    id,
    sessionId: session_id,
    parentId: parent_id,
    role,
    parts,
    meta,
    depth,
    seq,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

export function readMessagePage<Item>(data: unknown): ClientMessagePage<Item> {
  const sent = data as SentMessages<Item>;
  const { items, ids, metas, parent_ids, leaf_id = null, is_leaf = false, this_time_tokens } = sent;
  return {
    items,
    ids,
    metas,
    parentIds: parent_ids,
    leafId: leaf_id,
    isLeaf: is_leaf,
    ...readPage(sent),
    thisTimeTokens: this_time_tokens,
  };
}

export function readBranchPage(data: unknown): ClientBranchPage {
  const page = data as SentPage & { readonly leaves: readonly SentLeaf[] };
  const leaves = page.leaves.map(({ message_id, depth, created_at, is_default }) => ({
    messageId: message_id,
    depth,
    createdAt: created_at,
    isDefault: is_default,
  }));
  return { leaves, ...readPage(page) };
}

export function readTree(data: unknown): ClientTree {
  const { nodes, forks, leaf_id } = data as SentTree;
  return {
    nodes: nodes.map(({ id, parent_id, depth, seq, role, child_count, created_at }) => ({
      id,
      parentId: parent_id,
      depth,
      seq,
      role,
      childCount: child_count,
      createdAt: created_at,
    })),
    forks,
    leafId: leaf_id,
  };
}

export function readTokenCounts(data: unknown): ClientTokenCounts {
  const { total_tokens, estimator } = data as { readonly total_tokens: number; readonly estimator: string };
  return { totalTokens: total_tokens, estimator };
}

interface SentRef {
  readonly name: string;
  readonly kind: "branch" | "tag";
  readonly message_id: string | null;
  readonly version: number;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly updated_at: string;
}

export function readRef(data: unknown): ClientRef {
  const { name, kind, message_id, version, meta, updated_at } = data as SentRef;
  return { name, kind, messageId: message_id, version, meta, updatedAt: updated_at };
}

export function readRefPage(data: unknown): ClientRefPage {
  const page = data as SentPage & { readonly refs: readonly SentRef[] };
  return { refs: page.refs.map(readRef), ...readPage(page) };
}

interface SentEvent {
  readonly id: string;
  readonly kind: "message" | "ref";
  readonly ref: string | null;
  readonly message_id: string | null;
  readonly message: unknown;
}

export function readEvent(data: unknown): ClientEvent {
  const { id, kind, ref, message_id, message } = data as SentEvent;
  return { id, kind, ref, messageId: message_id, message: message === null ? null : readStored(message) };
}

export function readLease(data: unknown): ClientLease {
  const { lease, events } = data as { readonly lease: string | null; readonly events: readonly unknown[] };
  return { lease, events: events.map(readEvent) };
}

function readPage({ next_cursor, has_more }: SentPage): ClientPage {
  return { ...(next_cursor === undefined ? {} : { nextCursor: next_cursor }), hasMore: has_more };
}
