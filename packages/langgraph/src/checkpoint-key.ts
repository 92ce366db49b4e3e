import type { RunnableConfig } from "@langchain/core/runnables";

/** Where a checkpoint belongs, as a config of LangGraph names it. */
export interface CheckpointKey {
  readonly thread: string;
  readonly ns: string;
  /** The checkpoint; absent: the newest one, or for one that is put: it has none before it. */
  readonly id: string | undefined;
}

/** The key that a config names; absent if it names no thread. */
export function keyOf(config: RunnableConfig): CheckpointKey | undefined {
  const named: {
    readonly thread_id?: string | number | null;
    readonly checkpoint_ns?: string;
    readonly checkpoint_id?: string;
  } = config.configurable ?? {};
  const { thread_id: thread, checkpoint_ns: ns = "", checkpoint_id: id } = named;
  if (thread === undefined || thread === null) return undefined;
  return { thread: String(thread), ns, id: id === "" ? undefined : id };
}

/** The same, as a config. */
export function configOf({ thread, ns, id }: CheckpointKey): RunnableConfig {
  return { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } };
}

/** The key of a config that must name a thread. */
export function neededKeyOf(config: RunnableConfig): CheckpointKey {
  const key = keyOf(config);
  if (key === undefined) throw new TypeError("Unexpected config without configurable.thread_id");
  return key;
}

/** The branch of a checkpoint, and that of what its tasks wrote; the tag of the newest checkpoint of a namespace. */
export async function refsOf({
  ns,
  id = "",
}: CheckpointKey): Promise<Record<"checkpoint" | "writes" | "newest", string>> {
  if (!/^[\w.-]{0,100}$/.test(id))
    throw new TypeError(
      `Unexpected checkpoint_id ${JSON.stringify(id)}, expected letters, digits and -_. as of a UUID`,
    );
  const name = await nameOf(ns);
  return { checkpoint: `checkpoint/${name}/${id}`, writes: `writes/${name}/${id}`, newest: `newest/${name}` };
}

/** A namespace as a part of the name of a branch. */
export async function nameOf(ns: string): Promise<string> {
  if (/^[\w.-]{1,60}$/.test(ns)) return ns;
  return ns === "" ? "+" : `+${hex(await hash("SHA-256", new TextEncoder().encode(ns))).slice(0, 32)}`;
}

/** The id of the session of a thread: version 5 of a UUID, so that every process finds the same one. */
export async function sessionIdOf(prefix: string, thread: string): Promise<string> {
  const name = new TextEncoder().encode(`ccdag:${prefix}:${thread}`);
  const bytes = (await hash("SHA-1", new Uint8Array([...urlNamespace, ...name]))).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The namespace of addresses, 6ba7b811-9dad-11d1-80b4-00c04fd430c8. */
const urlNamespace = [0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

async function hash(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
