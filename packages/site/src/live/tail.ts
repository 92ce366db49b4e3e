import { FileEnd } from "./appended.ts";
import { entriesFrom, firstTurn, headingDepth, isLast, messagesOf, regionFrom, renumber } from "./region.ts";
import type { SessionTranscript } from "./served-pages.ts";
import { objectOn } from "@ccdag/core";
import { continues, type KnownRecords } from "./tail-records.ts";

/** A longer last turn is not rendered alone. */
const maxBytes = 2_000_000;

/**
 * Renders lines of a transcript as if they were all of it.
 *
 * @param depth the depth of the headings of its messages.
 * @returns the text of its page; absent for several pages.
 */
export type RenderAlone = (text: string, depth: number) => Promise<string | undefined>;

/** A change of the last messages of a page. */
export interface TailChange {
  /** The name of the page. */
  readonly page: string;
  /** The uuid of the prompt that they begin with. */
  readonly prompt: string;
  /** The messages from this prompt on, as HTML. */
  readonly html: string;
  /** The entries of the contents from this prompt on, as HTML; absent if the contents differ in another way. */
  readonly entries: string | undefined;
}

/**
 * The last turn of a session, which can be rendered alone: that was tried, and gave the same HTML as the page has. What is
 * appended to the turn is then shown at once, before the session is read again.
 */
export class Tail {
  /** The name of the page that shows it. */
  readonly page: string;
  readonly #file: FileEnd;
  readonly #render: (text: string) => Promise<string | undefined>;
  readonly #known: KnownRecords;
  readonly #turnsBefore: number;
  readonly #hasEntries: boolean;
  #text: string;
  /** The change that was read last; at first what the page shows. */
  last: TailChange;

  private constructor(
    found: Found,
    file: FileEnd,
    render: (text: string) => Promise<string | undefined>,
    turnsBefore: number,
    first: TailChange,
  ) {
    this.page = found.page;
    this.#text = found.text;
    this.#known = found.known;
    this.#file = file;
    this.#render = render;
    this.#turnsBefore = turnsBefore;
    this.#hasEntries = first.entries !== undefined;
    this.last = first;
  }

  /**
   * Find the last turn, and compare what it is alone with what the page has.
   *
   * @param transcript the transcript, as far as the page shows it.
   * @param name the name of the page.
   * @param page the page.
   * @param render renders the turn.
   * @returns absent if it is something else alone.
   */
  static async find(
    { source, size }: SessionTranscript,
    name: string,
    page: string,
    render: RenderAlone,
  ): Promise<Tail | undefined> {
    const file = new FileEnd(source);
    const last = file.readLast(size, maxBytes);
    const found = last && findTurn(last.lines, last.before, name, page);
    if (found === undefined) return undefined;
    const shown = regionFrom(page, found.prompt)!;
    const depth = headingDepth(shown);
    const alone = await render(found.text, depth);
    const region = alone === undefined ? undefined : regionFrom(alone, found.prompt);
    if (alone === undefined || region === undefined || !isLast(alone, region)) return undefined;
    const turnsBefore = firstTurn(shown) - firstTurn(region);
    if (messagesOf(renumber(region, turnsBefore)) !== messagesOf(shown.html)) return undefined;
    const entries = entriesFrom(alone, found.prompt, turnsBefore);
    const first = {
      page: name,
      prompt: found.prompt,
      html: shown.html,
      entries: entries === entriesFrom(page, found.prompt) ? entries : undefined,
    };
    return new Tail(found, file, (text) => render(text, depth), turnsBefore, first);
  }

  /**
   * Read what was appended.
   *
   * @returns what the page shows then; absent if the session must be read again to know.
   */
  async read(): Promise<TailChange | undefined> {
    const lines = this.#file.readNew();
    if (lines === undefined) return undefined;
    if (lines.length === 0) return this.last;
    if (!lines.every((line) => line.trim() === "" || continues(line, this.#known))) return undefined;
    this.#text += lines.map((line) => `${line}\n`).join("");
    if (this.#text.length > 2 * maxBytes) return undefined;
    const alone = await this.#render(this.#text);
    const region = alone === undefined ? undefined : regionFrom(alone, this.last.prompt);
    if (alone === undefined || region === undefined || !isLast(alone, region)) return undefined;
    const { page, prompt } = this.last;
    const entries = this.#hasEntries ? entriesFrom(alone, prompt, this.#turnsBefore) : undefined;
    return (this.last = { page, prompt, html: renumber(region, this.#turnsBefore), entries });
  }
}

interface Found {
  readonly page: string;
  readonly prompt: string;
  /** Its lines. */
  readonly text: string;
  readonly known: KnownRecords;
}

/** The last prompt that a page shows at the top of a thread, and the lines from it on. */
function findTurn(lines: readonly string[], before: number, name: string, page: string): Found | undefined {
  for (let at = lines.length - 1; at >= 0; at--) {
    const record = lines[at]!.includes('"user"') ? objectOn(lines[at]!) : undefined;
    if (record?.["type"] !== "user" || record["isSidechain"] === true) continue;
    const { uuid, sessionId } = record;
    if (typeof uuid !== "string" || !/^[\w-]+$/.test(uuid)) continue;
    if (regionFrom(page, uuid) === undefined) continue;
    // The turn begins a conversation.
    const first = JSON.stringify({ ...record, parentUuid: null });
    const rest = lines.slice(at + 1);
    const uuids = new Set([uuid, ...rest.flatMap((line) => objectOn(line)?.["uuid"] ?? [])] as string[]);
    // The number of its line is the name of a record without a uuid.
    const text = "\n".repeat(before + at) + [first, ...rest, ""].join("\n");
    return { page: name, prompt: uuid, text, known: { uuids, sessionId } };
  }
  return undefined;
}
