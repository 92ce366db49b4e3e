import type { MessageContent, MessagePart } from "../types.ts";
import { metaOf, metaText } from "./fields.ts";

/** The call that a part is, or that it answers. */
export interface CallLink {
  /** The id of the call, no two calls have the same made one. */
  readonly id: string;
  /** The name of the tool. */
  readonly name: string | undefined;
  /** The API that the call came from had no id for it. */
  readonly isMade: boolean;
}

/** The links of the calls and results of a conversation: for each message, by the position of the part. */
export type CallLinks = readonly ReadonlyMap<number, CallLink>[];

/**
 * Find the call of each result of a conversation. A result with an id belongs to the last call with that id. One
 * without (Gemini, functions of OpenAI) belongs to a call of its name that has no result yet: of the last message that
 * has such a call, the first one.
 *
 * @param messages a conversation from its beginning; of a section, calls before it are not found.
 */
export function linkCalls(messages: readonly MessageContent[]): CallLinks {
  const book = new CallBook();
  return messages.map(({ parts }, message) => {
    const links = new Map<number, CallLink>();
    for (const [at, part] of parts.entries())
      if (part.type === "tool-call") links.set(at, book.addCall(part, message, at));
      else if (part.type === "tool-result") links.set(at, book.addResult(part, message, at));
    return links;
  });
}

/** Calls without a result, of one name and one message. */
interface OpenCalls {
  readonly message: number;
  readonly calls: CallLink[];
  next: number;
}

class CallBook {
  readonly #used = new Set<string>();
  /** How often an id was wanted: with it, a thousand equal calls need no million attempts. */
  readonly #copies = new Map<string, number>();
  /** The last call with an id, by the id that it was stored with. */
  readonly #byId = new Map<string, CallLink>();
  readonly #open = new Map<string, OpenCalls[]>();
  readonly #answered = new Set<CallLink>();

  addCall(part: MessagePart, message: number, at: number): CallLink {
    const stored = metaText(part, "id");
    const isMade = stored === undefined || metaOf(part)["id_made"] === true;
    // An id from an API stays as it is. A made one is a hash: equal calls have the same.
    const id = isMade ? this.#unused(stored ?? `call_${message}_${at}`) : stored;
    const link = { id, name: metaText(part, "name"), isMade };
    this.#used.add(id);
    this.#byId.set(stored ?? id, link);
    const open = this.#openOf(link.name ?? "");
    const last = open.at(-1);
    if (last?.message === message) last.calls.push(link);
    else open.push({ message, calls: [link], next: 0 });
    return link;
  }

  addResult(part: MessagePart, message: number, at: number): CallLink {
    const stored = metaText(part, "tool_call_id");
    const name = metaText(part, "name");
    const call = stored === undefined ? this.#nextOpen(name ?? "") : this.#byId.get(stored);
    if (call) this.#answered.add(call);
    const id = call?.id ?? stored ?? this.#unused(`call_${message}_${at}`);
    return { id, name: name ?? call?.name, isMade: call?.isMade ?? stored === undefined };
  }

  #nextOpen(name: string): CallLink | undefined {
    const open = this.#openOf(name);
    for (let last = open.at(-1); last; last = open.at(-1)) {
      while (last.next < last.calls.length) {
        const call = last.calls[last.next++]!;
        if (!this.#answered.has(call)) return call;
      }
      open.pop();
    }
    return undefined;
  }

  #openOf(name: string): OpenCalls[] {
    const open = this.#open.get(name) ?? [];
    this.#open.set(name, open);
    return open;
  }

  #unused(wanted: string): string {
    let copy = this.#copies.get(wanted) ?? 1;
    let id = copy === 1 ? wanted : `${wanted}_${copy}`;
    while (this.#used.has(id)) id = `${wanted}_${++copy}`;
    this.#copies.set(wanted, copy);
    return id;
  }
}

/**
 * An id for a call that came without one, in the form that Acontext makes: `call_` and eight hexadecimal digits. It is
 * made of the call and not at random, so that the same message always has the same id.
 *
 * @param at the position of the call in its message.
 */
export function makeCallId(name: string, callArguments: string, at: number): string {
  // FNV-1a with 32 bits.
  let hash = 0x811c9dc5;
  const text = `${at} ${name} ${callArguments}`;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `call_${(hash >>> 0).toString(16).padStart(8, "0")}`;
}
