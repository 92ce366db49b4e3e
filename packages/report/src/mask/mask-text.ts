import { clientTexts, escapeRegExp, sessionNamedAt } from "@ccdag/core";
import type { Ids } from "./ids.ts";
import { readRecord } from "./read-record.ts";

/** Texts that the client writes, by which rules see what an entry is. They say nothing of a person. */
const keptTexts = clientTexts.filter(({ isKept }) => isKept);
const tags = keptTexts.flatMap((row) => ("tag" in row ? row.tag : []));
const phrases = keptTexts.flatMap((row) => ("phrase" in row ? escapeRegExp(row.phrase) : []));
const patterns = keptTexts.flatMap((row) => ("pattern" in row ? row.pattern : []));
/** The lines of a note on an agent: a note is one by where its lines begin and end. */
const labels = keptTexts.flatMap((row) => ("label" in row ? row.label : []));
const noteLine = new RegExp(`^(\\n?(?:${labels.join("|")}): )([^\\n]*)(\\n?)$`);
// Only what a client writes: a tag with attributes in quotes. Anything else between angle brackets is words.
const kept = new RegExp(
  [
    `</?(?:${tags.join("|")})(?:\\s{1,100}[\\w-]{1,100}="[^"<]*")*\\s{0,100}/?>`,
    ...phrases,
    ...patterns,
    `\\n?(?:${labels.join("|")}): [^\\n]*\\n?`,
  ].join("|"),
  "g",
);
/** How many records may stand in one another, each written as a text of the one around it. */
const maxLevels = 4;
const attribute = /="([^"]*)"/g;

/** Fields of tools and their answers that rules look at, or that say nothing of a person. */
const fields = new Set(
  `
    prompt description subagent_type name team_name file_path notebook_path path pattern command content text type
    agentId agent_id status isAsync task_id teammate_id run_in_background output stdout stderr result old_string
    new_string todos id usage durationMs totalTokens totalDurationMs totalToolUseCount numFiles filenames
  `
    .trim()
    .split(/\s+/),
);
const state = /^(?:running|completed|failed|killed|stopped)$/;

/**
 * Replaces texts by their lengths, each wording by a number of its own: equal texts stay equal, and texts that differ
 * only in case and white space stay equal in all but these.
 */
export class Texts {
  readonly #ids: Ids;
  readonly #wordings = new Map<string, { number: number; variants: Map<string, number> }>();
  readonly #commands = new Map<string, string>();
  readonly #joined = new Map<string, readonly string[]>();

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** Note that these blocks are also written as one text. Beside blank ones, a block is that text itself. */
  addJoined(blocks: readonly string[]): void {
    if (blocks.filter((block) => normal(block) !== "").length > 1) this.#joined.set(normal(blocks.join("\n")), blocks);
  }

  /** Note words that stand inside other texts, such as the prompt in a message to a teammate. */
  addQuoted(words: string): void {
    if (normal(words).length > 3) this.#quoted.set(normal(words), words);
  }
  readonly #quoted = new Map<string, string>();

  /**
   * A text without its words. Tags of the client, its own phrases and ids keep their places.
   *
   * @param level in how many records that were written as text it stands (default: none).
   */
  mask(text: string, level: number = 0): string {
    const blocks = this.#joined.get(normal(text));
    if (blocks && blocks[0] !== text) return blocks.map((block) => this.mask(block)).join("\n");
    const json = level < maxLevels ? recordOf(text) : undefined;
    if (json !== undefined) return JSON.stringify(this.#inJson(json, level + 1));
    let masked = "";
    let from = 0;
    for (const match of text.matchAll(kept)) {
      masked += this.#segment(text.slice(from, match.index));
      masked += this.#kept(match[0]);
      from = match.index + match[0].length;
    }
    return masked + this.#segment(text.slice(from));
  }

  #kept(found: string): string {
    const line = noteLine.exec(found);
    if (line) return `${line[1]}${this.#transcript(line[2]!) ?? this.mask(line[2]!)}${line[3]}`;
    return found.startsWith("<") ? this.#tag(found) : found;
  }

  /** The name of a transcript among those that are masked, without its folders. */
  #transcript(path: string): string | undefined {
    const session = sessionNamedAt(path, 0);
    const name = session === undefined ? undefined : this.#ids.name(session);
    return name === undefined ? undefined : `${name}.jsonl`;
  }

  /** A record that was written as text: its shape stays, its keys where they are words of a program. */
  #inJson(value: unknown, level: number): unknown {
    if (typeof value === "string") return this.mask(value, level);
    if (Array.isArray(value)) return value.map((item) => this.#inJson(item, level));
    if (typeof value === "number") return 0;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.key(key, true), this.#inJson(inner, level)]),
    );
  }

  /** The name of a tool or hook that a person may have given: `mcp__t1__t2`, `PostToolUse:t3`. */
  tool(name: string): string {
    return name.replace(/[^_:]+(?:_[^_:]+)*/g, (part, at: number) => (at === 0 ? part : `t${this.#number(part)}`));
  }

  #number(words: string): number {
    const known = this.#wordings.get(words) ?? { number: this.#wordings.size + 1, variants: new Map<string, number>() };
    this.#wordings.set(words, known);
    return known.number;
  }

  /** The name of a field of the client's; what stands as one in a map of people or tools is masked. */
  key(key: string, isForeign = false): string {
    if (isForeign ? fields.has(key) : /^[A-Za-z_][\w-]{0,40}$/.test(key)) return key;
    return this.#ids.name(key) ?? `k${this.#number(key)}`;
  }

  #tag(tag: string): string {
    return tag.replace(attribute, (_, value: string) => `="${this.#segment(value)}"`);
  }

  /** Words between tags: what is quoted elsewhere is a piece of its own, and so are ids and the name of a command. */
  #segment(words: string): string {
    if (words.trim() === "" || state.test(words.trim())) return words;
    const name = this.#ids.name(words.trim());
    if (name !== undefined) return words.replace(words.trim(), name);
    const command = /^(\s*)(\/[a-z][\w:-]*)(?=\s|$)/i.exec(words);
    if (command) return `${command[1]}${this.#command(command[2]!)}${this.#words(words.slice(command[0].length))}`;
    const leading = /^(\s*)([\w-]+)(?=\W)/.exec(words);
    const id = leading ? this.#ids.name(leading[2]!) : undefined;
    if (leading && id !== undefined) return `${leading[1]}${id} ${this.#words(words.slice(leading[0].length))}`;
    return this.#words(words);
  }

  #words(words: string): string {
    for (const quoted of this.#quoted.keys()) {
      const at = quoted.length < words.length ? words.toLowerCase().indexOf(quoted) : -1;
      if (at === -1) continue;
      const end = at + quoted.length;
      return [words.slice(0, at), words.slice(at, end), words.slice(end)].map((part) => this.#wording(part)).join(" ");
    }
    return this.#wording(words);
  }

  #command(name: string): string {
    const key = name.toLowerCase();
    const known = this.#commands.get(key) ?? `/c${this.#commands.size + 1}`;
    this.#commands.set(key, known);
    return known;
  }

  /** Variants of a wording differ in blanks, which no comparison that folds white space sees. */
  #wording(words: string): string {
    const key = normal(words);
    if (key === "") return words;
    const known = this.#wordings.get(key) ?? { number: this.#wordings.size + 1, variants: new Map<string, number>() };
    this.#wordings.set(key, known);
    const variant = known.variants.get(words) ?? known.variants.size;
    known.variants.set(words, variant);
    return `(${key.length}${blanksOf(variant)}characters, #${known.number})`;
  }
}

/** Blanks that no other variant of a wording has: few for its first ones, and never many. */
function blanksOf(variant: number): string {
  if (variant < 8) return " ".repeat(variant + 1);
  return variant.toString(2).replace(/./g, (digit) => (digit === "0" ? " " : "\t"));
}

/** As the rules compare words. */
function normal(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

/** A record that a client wrote as text. */
function recordOf(text: string): unknown {
  return /^\s*\{\s*"/.test(text) ? readRecord(text) : undefined;
}
