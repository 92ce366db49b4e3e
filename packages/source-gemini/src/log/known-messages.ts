import type { JsonObject } from "@ccdag/core";
import { allInside, joined, objects, partsOf, text } from "../message-parts.ts";
import { isContext } from "../records/is-context.ts";

/** A message of the log that has a place in the graph. */
export interface Known {
  /** The id of its entry. */
  readonly entry: string;
  /** The entry before it. */
  readonly before: string | null;
  /** The talk before it. */
  readonly above: Known | undefined;
  /** Grows with each message. */
  readonly order: number;
  /** Its whole state. */
  readonly whole: JsonObject;
  /** Set if it is the summary of a compaction, which stands behind messages that the client kept. */
  readonly isSummary?: true | undefined;
  /** Set if it stands in the log of another session. */
  readonly isForeign?: true | undefined;
}

/** The messages of a log: by id, and by what they say, because the client writes its history again under new ids. */
export class KnownMessages {
  readonly #byId = new Map<string, Known>();
  readonly #byKey = new Map<string, Known[]>();
  /** The last message with these words directly below another one. */
  readonly #below = new Map<string, Known>();

  get(id: string): Known | undefined {
    return this.#byId.get(id);
  }

  /**
   * Add a message, or another one that stands for it.
   *
   * @param id its id.
   * @param known the message.
   * @param words the message that it is recognised by.
   */
  add(id: string, known: Known, words: JsonObject = known.whole): void {
    this.#byId.set(id, known);
    for (const key of keysOf(words)) {
      const same = this.#byKey.get(key);
      if (same) same.push(known);
      else this.#byKey.set(key, [known]);
      this.#below.set(placeKey(known.above, key), known);
    }
  }

  /** Another id of a message, under which the client wrote it again. */
  alias(id: string, known: Known): void {
    if (!this.#byId.has(id)) this.#byId.set(id, known);
  }

  /**
   * The message that another one repeats.
   *
   * @param copy the other one.
   * @param after the message that the one before it repeats (default: none).
   */
  find(copy: JsonObject, after: Known | undefined): Known | undefined {
    const keys = keysOf(copy);
    for (const key of keys) {
      const below = this.#below.get(placeKey(after, key));
      if (below) return below;
    }
    for (const key of keys) {
      const same = this.#byKey.get(key);
      if (same) return firstAfter(same, after?.order ?? -1) ?? same.at(-1);
    }
    return undefined;
  }
}

function placeKey(above: Known | undefined, key: string): string {
  return `${above?.order ?? ""} ${key}`;
}

/** The first of messages in order that is later than a place. */
function firstAfter(same: readonly Known[], order: number): Known | undefined {
  let [low, high] = [0, same.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (same[middle]!.order > order) high = middle;
    else low = middle + 1;
  }
  return same[low];
}

/**
 * What a message is recognised by, best first: its words, without what the client put in; the ids of its calls or results. Outputs
 * do not count, because the client shortens them.
 */
function keysOf(message: JsonObject): string[] {
  const parts = partsOf(message["content"]);
  const type = String(message["type"]);
  const results = idsIn(parts, "functionResponse");
  if (results.length > 0) return results.map((id) => `${type} result ${id}`);
  const words = joined(parts.filter((part) => !isContext(part))).trim();
  const calls = [...idsIn(parts, "functionCall"), ...objects(message["toolCalls"]).flatMap(({ id }) => text(id) ?? [])];
  // The older format, and a log that was cut, have the results only with the calls.
  const answered = objects(message["toolCalls"]).flatMap(({ id, result }) => (result ? (text(id) ?? []) : []));
  return [
    ...(words === "" ? [] : [`${type} ${words}`]),
    ...new Set(calls.map((id) => `${type} call ${id}`)),
    ...new Set(answered.map((id) => `user result ${id}`)),
  ];
}

/** Whether a message has the words, media and results of another one; calls and thoughts are recorded in several ways. */
export function saysTheSame(message: JsonObject, other: JsonObject): boolean {
  return JSON.stringify(saidIn(message)) === JSON.stringify(saidIn(other));
}

function saidIn({ content }: JsonObject): JsonObject[] {
  return partsOf(content).filter(
    (part) => part["functionCall"] === undefined && part["thought"] !== true && part["text"] !== "",
  );
}

function idsIn(parts: readonly JsonObject[], name: string): string[] {
  return allInside(parts, name).flatMap(({ id }) => text(id) ?? []);
}
