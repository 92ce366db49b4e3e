/** A node of a tree in JSON. Unknown types are walked through. */
export interface TreeNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A part of a conversation that a tree shows. */
export interface Shown {
  readonly kind: "said" | "text" | "thinking" | "call" | "result" | "image" | "compaction" | "client" | "other";
  /** Its words; of a compaction the summary. */
  readonly text: string;
  /** Of a call and of a result the id of the call. */
  readonly id: string;
  /** The `origin` of its message. */
  readonly origin: string;
  readonly thread: Thread;
  /** Its position in the thread, and in the document. */
  readonly at: number;
  readonly index: number;
}

/** A session, a branch or an agent; or the root. */
export interface Thread {
  readonly type: string;
  readonly node: TreeNode;
  readonly parent: Thread | undefined;
  readonly items: Shown[];
  /** Where it leaves from: a thread, and the last item before it; -1 for the beginning. `undefined` for a beginning. */
  leaves: { readonly thread: Thread; readonly at: number } | undefined;
  /** The call that it stands in. */
  readonly inCall: string | undefined;
}

/** A tree as threads and what they show. */
export interface ReadTree {
  readonly items: readonly Shown[];
  readonly threads: readonly Thread[];
}

const threadTypes = new Set(["session", "branch", "agent"]);

/**
 * Read a tree: nodes of the types `session`, `branch`, `agent`, `message`, `text`, `thinking`, `image`, `toolCall`,
 * `toolResult`, `compaction` and `notice`.
 *
 * @param root the tree.
 * @param parents the recorded parent of each line, for a `from` that names a line which is shown nowhere.
 */
export function readTree(root: TreeNode, parents: ReadonlyMap<string, string>): ReadTree {
  const items: Shown[] = [];
  const threads: Thread[] = [];
  const places = new Map<string, { thread: Thread; at: number }>();
  const top = addThread("root", root, undefined, undefined);
  for (const child of childrenOf(root)) visit(child, top, {});
  for (const thread of threads) thread.leaves = placeOf(thread);
  return { items, threads };

  function addThread(type: string, node: TreeNode, parent: Thread | undefined, inCall: string | undefined): Thread {
    const leaves = parent && { thread: parent, at: parent.items.length - 1 };
    const thread: Thread = { type, node, parent, items: [], leaves, inCall };
    threads.push(thread);
    return thread;
  }

  function add(thread: Thread, item: Pick<Shown, "kind"> & Partial<Shown>): void {
    const shown = { text: "", id: "", origin: "", ...item, thread, at: thread.items.length, index: items.length };
    thread.items.push(shown);
    items.push(shown);
  }

  function mark(thread: Thread, node: TreeNode): void {
    for (const uuid of [node["uuid"], ...(Array.isArray(node["uuids"]) ? (node["uuids"] as unknown[]) : [])])
      if (typeof uuid === "string" && !places.has(uuid)) places.set(uuid, { thread, at: thread.items.length - 1 });
  }

  interface Around {
    readonly message?: TreeNode;
    readonly call?: string;
    readonly isInResult?: boolean;
  }

  function visit(node: TreeNode, thread: Thread, around: Around): void {
    if (threadTypes.has(node.type)) {
      const below = addThread(node.type, node, thread, around.call);
      for (const child of childrenOf(node)) visit(child, below, {});
      return;
    }
    const value = textOf(node);
    const inner: Around = node.type === "message" ? { message: node } : around;
    if (node.type === "compaction") add(thread, { kind: "compaction", text: allText(node) });
    else if (node.type === "toolCall") {
      const id = textIn(node["id"]);
      add(thread, { kind: "call", id });
      for (const child of childrenOf(node)) visit(child, thread, { ...around, call: id });
    } else if (node.type === "toolResult") {
      const id = around.call ?? textIn(node["toolUseId"] ?? node["id"]);
      add(thread, { kind: "result", id });
      for (const child of childrenOf(node)) visit(child, thread, { ...around, call: id, isInResult: true });
    } else if (node.type === "notice") add(thread, { kind: "client", text: value });
    else if (around.isInResult) for (const child of childrenOf(node)) visit(child, thread, around);
    else if (node.type === "thinking") add(thread, { kind: "thinking", text: value });
    else if (node.type === "image") add(thread, { kind: "image" });
    else if (node.type === "text") add(thread, { ...speakerOf(around.message), text: value });
    else for (const child of childrenOf(node)) visit(child, thread, inner);
    mark(thread, node);
  }

  function placeOf(thread: Thread): Thread["leaves"] {
    const from = thread.node["from"];
    if (thread.type === "branch" && (from === null || (isNode(from) && from["uuid"] === null))) {
      let above = thread.parent;
      while (above?.type === "branch") above = above.parent;
      return above && { thread: above, at: -1 };
    }
    if (thread.type === "agent") return thread.leaves;
    let uuid: string | undefined = isNode(from) ? textIn(from["uuid"]) : undefined;
    for (let step = 0; uuid && step < 10_000; step++) {
      const place = places.get(uuid);
      if (place && place.thread !== thread) return place;
      uuid = parents.get(uuid);
    }
    return thread.type === "session" && thread.parent?.type === "root" ? undefined : thread.leaves;
  }
}

/** The part of a conversation that stands directly before another one on its path; `undefined` at the beginning. */
export function before(item: Shown): Shown | undefined {
  return item.at > 0
    ? item.thread.items[item.at - 1]
    : lastAt(item.thread.type === "agent" ? undefined : item.thread.leaves);
}

/** The last part up to a place. */
export function lastAt(place: Thread["leaves"]): Shown | undefined {
  for (let at = place, step = 0; at && step < 10_000; step++) {
    if (at.at >= 0 && at.thread.items.length > 0) return at.thread.items[Math.min(at.at, at.thread.items.length - 1)];
    at = at.thread.type === "agent" ? undefined : at.thread.leaves;
  }
  return undefined;
}

/** Whether a part stands before another one on its path, or is the same. */
export function isAbove(item: Shown, other: Shown): boolean {
  const seen = new Set<Thread>();
  let thread: Thread | undefined = other.thread;
  let { at } = other;
  while (thread && !seen.has(thread)) {
    if (thread === item.thread) return item.at <= at;
    seen.add(thread);
    if (thread.type === "agent" || thread.leaves === undefined) return false;
    ({ at } = thread.leaves);
    ({ thread } = thread.leaves);
  }
  return false;
}

/** The nearest thread of a type that holds a part. */
export function holderOf({ thread }: Pick<Shown, "thread">, type: "session" | "agent"): Thread | undefined {
  let at: Thread | undefined = thread;
  while (at && at.type !== type) at = at.parent;
  return at;
}

function speakerOf(message: TreeNode | undefined): Pick<Shown, "kind" | "origin"> {
  const origin = textIn(message?.["origin"]);
  if (origin === "compact-summary") return { kind: "compaction", origin };
  if (origin === "meta") return { kind: "client", origin };
  if (message?.["role"] === "assistant") return { kind: "text", origin };
  return { kind: message?.["role"] === "user" ? "said" : "client", origin };
}

function childrenOf(node: TreeNode): TreeNode[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "from" || key === "input" || key === "data" || key === "raw" || key === "structured") return [];
    return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === "object" && value !== null && !Array.isArray(value) && ("type" in value || "uuid" in value);
}

function allText(node: TreeNode): string {
  const below = childrenOf(node).map(allText);
  return [textOf(node), ...below].filter(Boolean).join("\n");
}

function textOf(node: TreeNode): string {
  return textIn(node["value"] ?? node["text"]);
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
