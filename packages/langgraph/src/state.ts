import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { pack, type Packed, unpack } from "./packed.ts";

/** A version of a channel, as the graph counts them. */
export type Version = number | string;

/** What a channel holds: a list by its items, so that one that grew is stored by what it grew, or any other value. */
export type Held = { readonly version: Version | undefined } & (
  | { readonly list: readonly Packed[] }
  | { readonly value: Packed }
);

/** What the channels of a checkpoint hold, by name. */
export type ChannelState = ReadonlyMap<string, Held>;

/** How a channel came from the checkpoint before: by another value, or by the first items of its list and others after them. */
type ChannelChange = { readonly version?: Version | undefined } & (
  | { readonly keep: number; readonly add: readonly Packed[] }
  | { readonly value: Packed }
);

/** The changes of a checkpoint. */
export interface Changes {
  /** Whether the channels have nothing from the checkpoint before. */
  readonly whole: boolean;
  readonly changes: readonly (readonly [channel: string, change: ChannelChange])[];
  /** Channels that the checkpoint before has, and this one not. */
  readonly gone: readonly string[];
}

/** What a channel is to hold. */
export async function hold(
  serializer: SerializerProtocol,
  version: Version | undefined,
  value: unknown,
): Promise<Held> {
  // Other items, such as `undefined`, are written in another way alone than in a list.
  const isList = Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null);
  if (!isList) return { version, value: await pack(serializer, value) };
  return { version, list: await Promise.all(value.map((item) => pack(serializer, item))) };
}

/** The value that a channel holds. */
export async function valueOf(serializer: SerializerProtocol, held: Held): Promise<unknown> {
  if ("value" in held) return unpack(serializer, held.value);
  return Promise.all(held.list.map((item) => unpack(serializer, item)));
}

/** What makes one state of another; `undefined`: of nothing. */
export function changesOf(before: ChannelState | undefined, after: ChannelState): Changes {
  const changes = Array.from(after, ([channel, held]) => [channel, changeOf(before?.get(channel), held)] as const);
  return {
    whole: before === undefined,
    changes: changes.filter(([channel]) => before?.get(channel) !== after.get(channel)),
    gone: before === undefined ? [] : Array.from(before.keys()).filter((channel) => !after.has(channel)),
  };
}

function changeOf(before: Held | undefined, after: Held): ChannelChange {
  const { version } = after;
  if ("value" in after) return { version, value: after.value };
  const known = before !== undefined && "list" in before ? before.list : [];
  let keep = 0;
  while (keep < Math.min(known.length, after.list.length) && isEqual(known[keep]!, after.list[keep]!)) keep++;
  return { version, keep, add: after.list.slice(keep) };
}

function isEqual([kind, text]: Packed, [otherKind, otherText]: Packed): boolean {
  return kind === otherKind && text === otherText;
}

/** What the channels of the first of these checkpoints hold; the newest one is the first. */
export function stateOf(checkpoints: readonly Changes[]): ChannelState {
  const state = new Map<string, Held & { readonly list?: Packed[] }>();
  for (const { whole, changes, gone } of checkpoints.toReversed()) {
    if (whole) state.clear();
    for (const channel of gone) state.delete(channel);
    for (const [channel, one] of changes) {
      const { version } = one;
      if ("value" in one) {
        state.set(channel, { version, value: one.value });
        continue;
      }
      const list = state.get(channel)?.list ?? [];
      list.splice(one.keep);
      for (const item of one.add) list.push(item);
      state.set(channel, { version, list });
    }
  }
  return state;
}

/** How many characters a state has. */
export function sizeOf(state: ChannelState): number {
  let size = 0;
  for (const held of state.values())
    for (const [, text] of "value" in held ? [held.value] : held.list) size += text.length;
  return size;
}
