import type { JsonObject } from "@ccdag/core";
import { joined, object, partsOf, text } from "../message-parts.ts";
import { cancelled, entryOf, historyIn, isHeader, isTalk, messageId, setIn } from "./log-lines.ts";
import { isContext } from "../records/is-context.ts";
import { type Known, KnownMessages, saysTheSame } from "./known-messages.ts";
import { findRewritten } from "./rewritten.ts";

/** What a line of the log is. */
type LogLineKind =
  | { readonly is: "header" | "set" | "rewind" | "unknown" }
  /** A message in its last state; `isAgain` if it is part of a history that was written again. */
  | { readonly is: "message"; readonly isAgain?: true | undefined }
  /** A message before it grew. */
  | { readonly is: "older"; readonly whole: JsonObject }
  /** A message under another id. */
  | { readonly is: "copy"; readonly of: Known }
  /** A message under another id that has grown there. */
  | { readonly is: "grown"; readonly of: Known }
  | { readonly is: "summary" | "title"; readonly text: string }
  /** The person went back to an entry, and has said nothing since. */
  | { readonly is: "back"; readonly to: string };

/** A line with its place in the graph. */
export interface PlacedLine {
  readonly id: string;
  readonly parent: string | null;
  readonly kind: LogLineKind;
  /** Messages of the history that the line sets, which no other line has. */
  readonly unseen?: readonly JsonObject[] | undefined;
  /** Those that other lines have. */
  readonly repeated?: ReadonlySet<JsonObject> | undefined;
}

/** What ids are made of. */
export interface LogNames {
  /** The id of the session or agent. */
  readonly id: string;
  readonly isAgent: boolean;
  /** Distinguishes the files of a session. */
  readonly file: string;
}

/**
 * Find the place of each line of a log. Each line follows the one before it, except after a rewind or where the person has gone
 * back to a saved point.
 *
 * ```
 * P1 ─ A1 ─ P2 ─ A2
 *        └ $rewindTo P2 ─ P3 ─ A3
 * ```
 *
 * @param lines the objects of the log.
 * @param names see {@link LogNames}.
 * @returns a place for each line, in the same order.
 */
export function placeLines(lines: readonly JsonObject[], names: LogNames): PlacedLine[] {
  return new Replay(lines, names).run();
}

/** The messages of a log. */
export function messagesOf(lines: readonly JsonObject[], names: LogNames): KnownMessages {
  const replay = new Replay(lines, names);
  replay.run();
  return replay.known;
}

class Replay {
  readonly #lines: readonly JsonObject[];
  readonly #names: LogNames;
  readonly #known = new KnownMessages();
  readonly #states: ReadonlyMap<string, readonly number[]>;
  readonly #rewritten: ReadonlyMap<number, readonly number[]>;
  readonly #copies = new Map<number, Known>();
  readonly #again = new Set<number>();
  readonly #placed: PlacedLine[] = [];
  /** The entry that the next one follows. */
  #tip: string | null = null;
  /** The last talk on the path to it. */
  #talk: Known | undefined;
  /** What the client has in its history, as far as it has a place. */
  #history: Known[] = [];
  #isCancelled = false;
  /** The line of the last step back, as long as nothing was said after it. */
  #back: number | undefined;
  #count = 0;

  constructor(lines: readonly JsonObject[], names: LogNames) {
    this.#lines = lines;
    this.#names = names;
    this.#states = statesOf(lines);
    this.#rewritten = findRewritten(lines);
  }

  get known(): KnownMessages {
    return this.#known;
  }

  run(): PlacedLine[] {
    for (const [index, raw] of this.#lines.entries()) {
      if (this.#placed[index] !== undefined) continue;
      const rewritten = this.#rewritten.get(index);
      if (rewritten) this.#rewrite(rewritten);
      const id = messageId(raw);
      if (id !== undefined) this.#message(index, id);
      else if (typeof raw["$rewindTo"] === "string") this.#rewind(index, raw["$rewindTo"]);
      else if (historyIn(raw)) this.#setHistory(index, historyIn(raw)!);
      else this.#fields(index, raw);
    }
    this.#endBack();
    return this.#placed;
  }

  /** A step back after which nothing was said has no place in the graph: lines after it follow what it goes back to. */
  #endBack(): void {
    const step = this.#back === undefined ? undefined : this.#placed[this.#back];
    if (this.#back === undefined || step === undefined || step.parent === null) return;
    const after = this.#back + 1;
    this.#placed[this.#back] = { ...step, kind: { is: "back", to: step.parent } };
    for (const [offset, line] of this.#placed.slice(after).entries())
      if (line.parent === step.id) this.#placed[after + offset] = { ...line, parent: step.parent };
  }

  /** A line that follows the one before it. */
  #put(index: number, kind: LogLineKind, id = this.#idOf(index)): void {
    this.#placed[index] = { id, parent: this.#tip, kind };
    this.#tip = id;
  }

  /** The summary of a session is its title, which has no place in the graph; that of an agent is its report. */
  #fields(index: number, raw: JsonObject): void {
    const set = setIn(raw);
    const title = this.#names.isAgent ? undefined : text((set ?? raw)["summary"]);
    if (title === undefined) this.#put(index, { is: set ? "set" : isHeader(raw) ? "header" : "unknown" });
    else this.#placed[index] = { id: this.#idOf(index), parent: this.#tip, kind: { is: "title", text: title } };
  }

  #idOf(index: number): string {
    return `${index + 1}@${this.#names.file}`;
  }

  #message(index: number, id: string): void {
    const copied = this.#copies.get(index);
    if (copied) {
      this.#put(index, { is: "copy", of: copied });
      return;
    }
    const known = this.#known.get(id);
    const states = this.#states.get(id)!;
    const whole = this.#lines[states.at(-1)!]!;
    if (known) {
      // The client continued with the copy of a message: what was added to it is new.
      this.#put(index, index === states.at(-1) ? { is: "grown", of: known } : { is: "older", whole });
      return;
    }
    const entry = entryOf(id, this.#names.id);
    const before = this.#tip;
    for (const [state, at] of states.slice(0, -1).entries())
      this.#put(at, { is: "older", whole }, `${entry}@${state + 1}`);
    this.#put(states.at(-1)!, { is: "message", isAgain: this.#again.has(index) || undefined }, entry);
    this.#learn(id, { entry, before, above: this.#talk, order: this.#count++, whole });
  }

  #learn(id: string, known: Known): void {
    const { whole } = known;
    this.#known.add(id, known);
    this.#isCancelled = whole["type"] === "info" && joined(partsOf(whole["content"])) === cancelled;
    if (!isTalk(whole)) return;
    this.#history.push(known);
    this.#talk = known;
    this.#back = undefined;
  }

  /** The message, and all that came after it, are left. A client that does not know the message begins anew. */
  #rewind(index: number, id: string): void {
    const left = this.#known.get(id);
    this.#tip = left?.before ?? null;
    this.#talk = left?.above;
    const order = left?.order ?? -1;
    while (this.#history.length > 0 && this.#history.at(-1)!.order >= order) this.#history.pop();
    this.#put(index, { is: "rewind" });
    this.#back = index;
  }

  /** A history under new ids: if it ends earlier than the one before it, the person went back to its end. */
  #rewrite(indexes: readonly number[]): void {
    let last: Known | undefined;
    let summary: Known | undefined;
    for (const index of indexes) {
      this.#again.add(index);
      const found = this.#known.find(this.#lines[index]!, last) ?? this.#foreign(index, last);
      if (found === undefined) continue;
      last = found;
      if (found.isSummary) summary = found;
      this.#copies.set(index, found);
      this.#known.alias(messageId(this.#lines[index]!)!, found);
    }
    if (last === this.#history.at(-1) || this.#isCancelled) return;
    const end = summary && last && summary.order > last.order ? summary : last;
    this.#tip = end?.entry ?? null;
    this.#talk = end;
    this.#back = indexes[0];
  }

  /** A message of another session, whose saved point the person continued from. */
  #foreign(index: number, above: Known | undefined): Known | undefined {
    const whole = this.#lines[index]!;
    const { entry, before } = object(whole["ccdag"]);
    if (typeof entry !== "string") return undefined;
    const known: Known = { entry, before: text(before) ?? null, above, order: this.#count++, whole, isForeign: true };
    this.#known.add(messageId(whole)!, known);
    return known;
  }

  /** The client sets its history: what it omits is still on the path. A compaction is a message that stands nowhere else. */
  #setHistory(index: number, messages: readonly JsonObject[]): void {
    const history: Known[] = [];
    const unseen: JsonObject[] = [];
    const repeated = new Set<JsonObject>();
    let summary: JsonObject | undefined;
    for (const message of messages) {
      const id = text(message["id"]) ?? "";
      const found = this.#known.get(id) ?? this.#known.find(message, history.at(-1));
      if (found) {
        this.#known.alias(id, found);
        if (saysTheSame(message, found.whole)) repeated.add(message);
        if (history.at(-1) !== found) history.push(found);
      } else if (summary === undefined && summaryIn(message) !== undefined) summary = message;
      else if (partsOf(message["content"]).some((part) => !isContext(part))) unseen.push(message);
    }
    if (summary) {
      const before = this.#tip;
      this.#put(index, { is: "summary", text: summaryIn(summary)! });
      const known: Known = {
        entry: this.#tip!,
        before,
        above: this.#talk,
        order: this.#count++,
        whole: summary,
        isSummary: true,
      };
      this.#known.add(text(summary["id"]) ?? "", known);
      this.#talk = known;
      history.unshift(known);
      // The answer to a summary is the client's.
      const [answer] = unseen;
      if (answer?.["type"] === "gemini") this.#known.add(text(unseen.shift()!["id"]) ?? "", known, answer);
    } else this.#put(index, { is: "set" });
    this.#placed[index] = { ...this.#placed[index]!, unseen, repeated };
    this.#history = history;
  }
}

/** The lines of each message: it is written again as a whole when it grows. */
function statesOf(lines: readonly JsonObject[]): Map<string, number[]> {
  const states = new Map<string, number[]>();
  for (const [index, raw] of lines.entries()) {
    const id = messageId(raw);
    if (id === undefined) continue;
    const known = states.get(id);
    if (known) known.push(index);
    else states.set(id, [index]);
  }
  return states;
}

const snapshot = "state_snapshot";

/** The summary in a message that the client put in: without its tag, and without what it wrote before it. */
function summaryIn(message: JsonObject): string | undefined {
  if (message["type"] !== "user") return undefined;
  const words = joined(partsOf(message["content"]).filter((part) => !isContext(part)));
  const from = words.indexOf(`<${snapshot}>`);
  if (from === -1) return undefined;
  const to = words.lastIndexOf(`</${snapshot}>`);
  return words.slice(from + snapshot.length + 2, to < from ? undefined : to).trim();
}
