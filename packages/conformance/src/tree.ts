/** A node of a tree in JSON. Unknown types are walked through. */
export interface TreeNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A part of a conversation that a tree shows. */
export interface ShownPart {
  readonly kind: "said" | "text" | "thinking" | "call" | "result" | "image" | "compaction" | "client" | "other";
  /** Its words; of a compaction the summary. */
  readonly text: string;
  /** Of a call and of a result the id of the call. */
  readonly id: string;
  /** The `origin` of its message. */
  readonly origin: string;
  readonly thread: TreeThread;
  /** Its position in the thread, and in the document. */
  readonly at: number;
  readonly index: number;
}

/** A session, a branch or an agent; or the root. */
export interface TreeThread {
  readonly type: string;
  readonly node: TreeNode;
  readonly parent: TreeThread | undefined;
  readonly items: ShownPart[];
  /** Where it leaves from: a thread, and the last item before it; -1 for the beginning. `undefined` for a beginning. */
  leaves: { readonly thread: TreeThread; readonly at: number } | undefined;
  /** The call that it stands in. */
  readonly inCall: string | undefined;
}

/** A tree as threads and what they show. */
export interface ReadTree {
  readonly items: readonly ShownPart[];
  readonly threads: readonly TreeThread[];
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
  return new TreeReader(parents).read(root);
}

/** What is around a node. */
interface Around {
  readonly message?: TreeNode;
  readonly call?: string;
  readonly isInResult?: boolean;
}

class TreeReader {
  readonly #parents: ReadonlyMap<string, string>;
  readonly #items: ShownPart[] = [];
  readonly #threads: TreeThread[] = [];
  /** Where each line is shown: a thread, and the last item up to it. */
  readonly #places = new Map<string, { thread: TreeThread; at: number }>();

  constructor(parents: ReadonlyMap<string, string>) {
    this.#parents = parents;
  }

  read(root: TreeNode): ReadTree {
    const top = this.#addThread("root", root, undefined, undefined);
    for (const child of childrenOf(root)) this.#visit(child, top, {});
    for (const thread of this.#threads) thread.leaves = this.#placeOf(thread);
    return { items: this.#items, threads: this.#threads };
  }

  #addThread(type: string, node: TreeNode, parent: TreeThread | undefined, inCall: string | undefined): TreeThread {
    const leaves = parent && { thread: parent, at: parent.items.length - 1 };
    const thread: TreeThread = { type, node, parent, items: [], leaves, inCall };
    this.#threads.push(thread);
    return thread;
  }

  #add(thread: TreeThread, item: Pick<ShownPart, "kind"> & Partial<ShownPart>): void {
    const place = { thread, at: thread.items.length, index: this.#items.length };
    const shown = { text: "", id: "", origin: "", ...item, ...place };
    thread.items.push(shown);
    this.#items.push(shown);
  }

  #visit(node: TreeNode, thread: TreeThread, around: Around): void {
    if (threadTypes.has(node.type)) {
      const below = this.#addThread(node.type, node, thread, around.call);
      for (const child of childrenOf(node)) this.#visit(child, below, {});
      return;
    }
    if (node.type === "toolCall" || node.type === "toolResult") this.#visitTool(node, thread, around);
    else if (!around.isInResult && !this.#addLeaf(node, thread, around) && node.type !== "compaction")
      for (const child of childrenOf(node))
        this.#visit(child, thread, node.type === "message" ? { message: node } : around);
    for (const uuid of [node["uuid"], ...listIn(node["uuids"])])
      if (typeof uuid === "string" && !this.#places.has(uuid))
        this.#places.set(uuid, { thread, at: thread.items.length - 1 });
  }

  #visitTool(node: TreeNode, thread: TreeThread, around: Around): void {
    const isCall = node.type === "toolCall";
    const id = isCall ? textIn(node["id"]) : (around.call ?? textIn(node["toolUseId"] ?? node["id"]));
    this.#add(thread, { kind: isCall ? "call" : "result", id });
    for (const child of childrenOf(node)) this.#visit(child, thread, { ...around, call: id, isInResult: !isCall });
  }

  /** Add what is shown as one part; returns whether the node is such a part. */
  #addLeaf(node: TreeNode, thread: TreeThread, { message }: Around): boolean {
    const text = textOf(node);
    const item: (Pick<ShownPart, "kind"> & Partial<ShownPart>) | undefined = {
      compaction: { kind: "compaction" as const, text: allText(node) },
      notice: { kind: "client" as const, text },
      thinking: { kind: "thinking" as const, text },
      image: { kind: "image" as const },
      text: { ...speakerOf(message), text },
    }[node.type];
    if (item) this.#add(thread, item);
    return item !== undefined;
  }

  #placeOf(thread: TreeThread): TreeThread["leaves"] {
    const from = thread.node["from"];
    if (thread.type === "branch" && (from === null || (isNode(from) && from["uuid"] === null))) {
      let above = thread.parent;
      while (above?.type === "branch") above = above.parent;
      return above && { thread: above, at: -1 };
    }
    if (thread.type === "agent") return thread.leaves;
    let uuid: string | undefined = isNode(from) ? textIn(from["uuid"]) : undefined;
    for (let step = 0; uuid && step < 10_000; step++) {
      const place = this.#places.get(uuid);
      if (place && place.thread !== thread) return place;
      uuid = this.#parents.get(uuid);
    }
    return thread.type === "session" && thread.parent?.type === "root" ? undefined : thread.leaves;
  }
}

/** The part of a conversation that stands directly before another one on its path; `undefined` at the beginning. */
export function before(item: ShownPart): ShownPart | undefined {
  return item.at > 0
    ? item.thread.items[item.at - 1]
    : lastAt(item.thread.type === "agent" ? undefined : item.thread.leaves);
}

/** The last part up to a place. */
export function lastAt(place: TreeThread["leaves"]): ShownPart | undefined {
  for (let at = place, step = 0; at && step < 10_000; step++) {
    if (at.at >= 0 && at.thread.items.length > 0) return at.thread.items[Math.min(at.at, at.thread.items.length - 1)];
    at = at.thread.type === "agent" ? undefined : at.thread.leaves;
  }
  return undefined;
}

/** Whether a part stands before another one on its path, or is the same. */
export function isAbove(item: ShownPart, other: ShownPart): boolean {
  const seen = new Set<TreeThread>();
  let thread: TreeThread | undefined = other.thread;
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
export function holderOf({ thread }: Pick<ShownPart, "thread">, type: "session" | "agent"): TreeThread | undefined {
  let at: TreeThread | undefined = thread;
  while (at && at.type !== type) at = at.parent;
  return at;
}

function speakerOf(message: TreeNode | undefined): Pick<ShownPart, "kind" | "origin"> {
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

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function textOf(node: TreeNode): string {
  return textIn(node["value"] ?? node["text"]);
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
