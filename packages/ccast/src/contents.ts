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
  readonly #byType = new Map<Nodes["type"], Values>();
  readonly #asked = new Values();
  /** Whether the nodes stand for several records, which may have their words in other blocks, and each word once. */
  readonly #isShared: boolean;

  /**
   * @param nodes each counts without its children.
   * @param isShared whether they stand for several records.
   */
  constructor(nodes: readonly Nodes[], isShared: boolean) {
    this.#isShared = isShared;
    for (const node of nodes) {
      for (const value of contentsOf(node)) this.#add(node.type, value);
      const unknown = typeof node.data === "object" ? node.data.unknown : undefined;
      for (const value of Object.values(unknown ?? {})) this.#add("notice", value);
    }
  }

  #add(type: Nodes["type"], value: unknown): void {
    if (value === undefined) return;
    const values = this.#byType.get(type) ?? new Values();
    this.#byType.set(type, values);
    values.add(value);
  }

  /** Whether a content is among what the nodes hold. If they stand for one record, it is then no longer among it. */
  take({ type, value }: RecordedContent): boolean {
    if (value === undefined) return true;
    this.#asked.add(value);
    const found = [this.#byType.get(type), this.#byType.get("notice")];
    return found.some((values) => values?.take(value, this.#isShared)) || saysNothing(value);
  }

  /** What the nodes hold besides notices and fields, and none of the contents that were taken. */
  others(): unknown[] {
    return [...this.#byType].flatMap(([type, values]) =>
      type === "notice" ? [] : values.all.filter((value) => !this.#asked.take(value, true) && !saysNothing(value)),
    );
  }
}

/** Values to look others up in. */
class Values {
  readonly all: unknown[] = [];
  /** How often each occurs. */
  readonly #counts = new Map<unknown, number>();
  #words: ReadonlySet<string> | undefined;
  #joined: string | undefined;

  add(value: unknown): void {
    this.all.push(value);
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /**
   * Reading puts values into the tree as they are, so most are found by identity. Of others, all strings and numbers
   * in them are looked for, wherever they are, without case and white space, as copies are compared.
   */
  take(value: unknown, isShared: boolean): boolean {
    const count = this.#counts.get(value);
    if (count !== undefined && !isShared) this.#counts.set(value, count - 1);
    if (count !== undefined) return isShared || count > 0;
    this.#words ??= new Set(wordsIn(this.all));
    for (const words of wordsIn([value]))
      if (!this.#words.has(words) && !(isShared && this.#isWithin(words))) return false;
    return true;
  }

  /** Whether words are a part of all words; a part of a longer word is another word. */
  #isWithin(words: string): boolean {
    this.#joined ??= [...wordsIn(this.all)].join(" ");
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
