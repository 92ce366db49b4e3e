import type { JsonObject } from "@ccdag/core";
import type { Copies } from "../find-copies.ts";
import { createdAt, type OpencodeMessage, partsOf } from "../history/opencode-message.ts";
import { object, text } from "../read-value.ts";
import { divideParts } from "./divide-parts.ts";
import { shellsIn } from "./is-shell.ts";
import type { ArrangedLine, ArrangedKind } from "./arranged-line.ts";

/** What the lines of a session are made of. */
export interface SessionContent {
  readonly id: string;
  /** Where the session is recorded. */
  readonly row: string;
  /** As recorded. */
  readonly data: JsonObject;
  /** All its messages, in the order in which they began. */
  readonly messages: readonly OpencodeMessage[];
  readonly copies: Copies;
  /** Rows that are no messages. */
  readonly others: readonly ArrangedLine[];
}

/** The lines of the transcript of a session: one for each row, or more where a row holds more than one record. */
export function* makeLines({
  id: session,
  row,
  data,
  messages,
  copies,
  others,
}: SessionContent): Generator<ArrangedLine> {
  yield { opencode: "session", row, session, data };
  yield* others;
  const shells = shellsIn(messages);
  const { messageID, partID } = object(data["revert"]);
  const ends = new Map<string, string>();
  let back: string | undefined;
  for (const message of messages) {
    const isBack = message.id === messageID && !message.isRemoved;
    const lines = new MessageLines(message, session, copies, ends.get(message.after ?? ""));
    if (isBack && partID === undefined) back = lines.end;
    if (isBack && text(partID) !== undefined) cutFrom(message, String(partID));
    yield* lines.make(shells.has(message));
    ends.set(message.id, lines.end!);
    if (isBack && partID !== undefined) back = lines.end;
  }
  // A revert that nothing has followed yet (O3).
  if (back !== undefined) yield { opencode: "went-back", row, session, after: back };
}

/** A person may go back into an answer: its parts from there on are left. */
function cutFrom(message: OpencodeMessage, first: string): void {
  let isLeft = false;
  for (const part of partsOf(message)) {
    isLeft ||= part.id === first;
    if (isLeft) message.parts.set(part.id, { ...part, isRemoved: true });
  }
}

/** Makes the lines of one message. */
class MessageLines {
  readonly #message: OpencodeMessage;
  readonly #session: string;
  readonly #id: string;
  readonly #copyOf: string | undefined;
  /** The last line that the next message may follow. */
  end: string | undefined;

  constructor(message: OpencodeMessage, session: string, copies: Copies, after: string | undefined) {
    this.#message = message;
    this.#session = session;
    const copied = Object.hasOwn(copies, message.id) ? copies[message.id] : undefined;
    this.#id = copied?.[0] ?? message.id;
    this.#copyOf = copied?.[1];
    this.end = after;
  }

  *make(isShell: boolean): Generator<ArrangedLine> {
    const { row, info, isRemoved } = this.#message;
    const counts = new Map<ArrangedKind, number>();
    let cutEnd: string | undefined;
    let isFirst = true;
    for (const { kind, parts, tokens, cost, time, isCut } of divideParts(this.#message, isShell)) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const id = isFirst ? this.#id : `${this.#id}:${kind}${count === 1 ? "" : count}`;
      yield {
        opencode: kind,
        row,
        session: this.#session,
        id,
        after: cutEnd ?? this.end ?? null,
        copyOf: this.#copyOf,
        time: time ?? createdAt(this.#message),
        isReverted: isRemoved || isCut === true ? true : undefined,
        model: kind === "answer" || kind === "error" ? text(info["modelID"]) : undefined,
        error: kind === "error" ? info["error"] : undefined,
        tokens,
        cost,
        info: isFirst ? info : undefined,
        parts,
      };
      if (isCut === true) cutEnd = id;
      else this.end = id;
      isFirst = false;
    }
  }
}
