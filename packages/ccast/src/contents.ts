import type { Nodes } from "./types.ts";

/** A part of a record that the tree must hold. */
export interface RecordedContent {
  /** What it is, for a message: `the input of call toolu_1`. */
  readonly what: string;
  /** The type of the node that holds it. A notice may hold its record whole, any node fields that have no place in it. */
  readonly type: Nodes["type"];
  /** As recorded: words, or a value of any form. */
  readonly value: unknown;
}

/** What the nodes of an entry hold, for comparing it with what was recorded. */
export class Holdings {
  readonly #held: Held[] = [];
  /** By the type of node, made for the first content that is not found by itself. */
  #byType: Map<Nodes["type"], Values> | undefined;
  readonly #asked: unknown[] = [];
  /** Whether the nodes stand for several records, which may have their words in other blocks, and each word once. */
  readonly #isShared: boolean;

  /**
   * @param nodes each counts without its children.
   * @param isShared whether they stand for several records.
   */
  constructor(nodes: readonly Nodes[], isShared: boolean) {
    this.#isShared = isShared;
    for (const node of nodes) {
      for (const value of contentsOf(node)) if (value !== undefined) this.#held.push({ type: node.type, value });
      const unknown = typeof node.data === "object" ? node.data.unknown : undefined;
      for (const value of Object.values(unknown ?? {})) this.#held.push({ type: "notice", value });
    }
  }

  /** Whether a content is among what the nodes hold. If they stand for one record, it is then no longer among it. */
  take({ type, value }: RecordedContent): boolean {
    if (value === undefined) return true;
    this.#asked.push(value);
    // Reading puts values into the tree as they are: most are found at once.
    const near = this.#byType || this.#isShared || this.#held.length > few ? undefined : this.#held;
    const found = near?.find((one) => !one.isTaken && one.value === value && one.type === type);
    if (found) return (found.isTaken = true);
    this.#byType ??= byType(this.#held);
    return (
      [this.#byType.get(type), this.#byType.get("notice")].some((values) => values?.take(value, this.#isShared)) ||
      saysNothing(value)
    );
  }

  /** What the nodes hold besides notices and fields, and none of the contents that were taken. */
  others(): unknown[] {
    const open = this.#held.filter(({ type, isTaken }) => type !== "notice" && !isTaken);
    if (open.length === 0) return [];
    const asked = new Values();
    for (const value of this.#asked) asked.add(value);
    return open.flatMap(({ value }) => (asked.take(value, true) || saysNothing(value) ? [] : [value]));
  }
}

/** Up to so many values are looked through one by one. */
const few = 16;

interface Held {
  readonly type: Nodes["type"];
  readonly value: unknown;
  isTaken?: boolean;
}

function byType(held: readonly Held[]): Map<Nodes["type"], Values> {
  const all = new Map<Nodes["type"], Values>();
  for (const { type, value, isTaken } of held) {
    const values = all.get(type) ?? new Values();
    all.set(type, values);
    values.add(value, isTaken ? 0 : 1);
  }
  return all;
}

/** Values to look others up in. */
class Values {
  readonly #all: unknown[] = [];
  /** How often each occurs that is not taken. */
  readonly #counts = new Map<unknown, number>();
  #words: ReadonlySet<string> | undefined;
  #joined: string | undefined;

  add(value: unknown, count = 1): void {
    this.#all.push(value);
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /**
   * Whether a value is among them. Of one that is not, all strings and numbers in it are looked for, wherever they are,
   * without case and white space, as copies are compared.
   */
  take(value: unknown, isShared: boolean): boolean {
    const count = this.#counts.get(value);
    if (count !== undefined && !isShared) this.#counts.set(value, count - 1);
    if (count !== undefined) return isShared || count > 0;
    this.#words ??= new Set(wordsIn(this.#all));
    for (const words of wordsIn([value]))
      if (!this.#words.has(words) && !(isShared && this.#isWithin(words))) return false;
    return true;
  }

  /** Whether words are a part of all words; a part of a longer word is another word. */
  #isWithin(words: string): boolean {
    this.#joined ??= [...wordsIn(this.#all)].join(" ");
    for (let at = this.#joined.indexOf(words); at !== -1;) {
      const end = at + words.length;
      const edges = [this.#joined.slice(at - 1, at + 1), this.#joined.slice(end - 1, end + 1)];
      if (!edges.some((pair) => inWord.test(pair))) return true;
      const next = this.#joined.slice(at + 1).search(outsideWord);
      at = next === -1 ? -1 : this.#joined.indexOf(words, at + 1 + next);
    }
    return false;
  }
}

const inWord = /[\p{L}\p{N}]{2}/u;
const outsideWord = /[^\p{L}\p{N}]/u;

function saysNothing(value: unknown): boolean {
  return wordsIn([value]).next().done === true;
}

/** What a node holds of its record, without its children. */
function contentsOf(node: Nodes): unknown[] {
  switch (node.type) {
    case "text":
    case "thinking":
      return [node.value];
    case "image":
      return [node.data, node.url];
    case "document":
      return [node.title, node.data, node.url];
    case "toolCall":
      return [node.name, node.input];
    case "toolResult":
      return [node.structured];
    case "unknown":
      return [node.raw];
    case "notice":
      return node.structured === undefined ? [node.value, parsed(node.value)] : [node.structured];
    default:
      return [];
  }
}

/** A record of an unknown type is in its notice as JSON. */
function parsed(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? "");
  } catch {
    return undefined;
  }
}

/** The strings and numbers in values, for comparison, wherever they are and as often as they occur. */
function* wordsIn(values: readonly unknown[]): Generator<string> {
  const open = [...values].reverse();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "object" && value !== null) for (const one of Object.values(value).reverse()) open.push(one);
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      const words = String(value).replace(/\s+/g, " ").trim().toLowerCase();
      if (words !== "") yield words;
    }
  }
}
