/** What a message of a page says. */
export interface PageMessage {
  /** The id of its element; empty for what stands outside of messages. */
  readonly id: string;
  /** Its time as ISO 8601, or that of the message before it; empty if there is none. */
  readonly time: string;
  /** Its text. What was in different blocks is separated by line feeds. */
  readonly text: string;
}

/** Elements within a line: what stands on both sides of their tags may be one word. */
const inline = new Set(["a", "b", "code", "del", "em", "i", "mark", "s", "span", "strong", "sub", "sup", "u"]);

/**
 * Read the text of a page that `toPages` or `toPage` wrote, message by message. It relies on how they write HTML: quotes are
 * escaped in attributes, and every tag is complete.
 *
 * @param html the page.
 * @returns the messages in the order of the page. That of an agent is not part of the message that holds it.
 */
export function readPage(html: string): PageMessage[] {
  const reader = new PageReader(html);
  reader.read(html.indexOf("<main"), html.lastIndexOf("</main>"));
  return reader.end();
}

type Draft = { -readonly [Key in keyof PageMessage]: PageMessage[Key] };

class PageReader {
  readonly #html: string;
  readonly #messages: Draft[] = [];
  /** The messages that are open, the innermost last; first what stands outside of messages. */
  readonly #open: Draft[] = [this.#add("")];
  /** The next quote, as far as it was looked for. */
  #quote = -1;

  constructor(html: string) {
    this.#html = html;
  }

  read(from: number, to: number): void {
    for (let at = from; at !== -1 && at < to;) {
      const end = this.#endOfTag(at);
      const after = this.#enter(at, end);
      const next = this.#html.indexOf("<", after);
      if (next > after) this.#open.at(-1)!.text += unescape(this.#html.slice(after, next));
      at = next;
    }
  }

  end(): PageMessage[] {
    let last = "";
    for (const message of this.#messages) last = message.time ||= last;
    return this.#messages.filter(({ text }) => text.trim() !== "");
  }

  /** Note a tag; returns where to continue: what nobody reads is passed over. */
  #enter(at: number, end: number): number {
    const isEnd = this.#html.charCodeAt(at + 1) === slash;
    const name = nameAt(this.#html, isEnd ? at + 2 : at + 1);
    const tag = this.#html.slice(at, end);
    // A record outside of messages has an anchor.
    if (name === "a" && this.#open.length === 1 && tag.includes(" id=")) this.#open[0] = this.#add(valueOf(tag, "id"));
    if (inline.has(name)) return end;
    const message = this.#open.at(-1)!;
    if (name === "time") {
      // The time of a message is in its heading, before everything else.
      if (message.time === "" && message.text.length < maxHeading) message.time = valueOf(tag, "datetime");
      return end;
    }
    message.text += "\n";
    if (name === "article" && !isEnd) this.#open.push(this.#add(valueOf(tag, "id")));
    else if (name === "article" && this.#open.length > 1) this.#open.pop();
    return tag === numbers ? this.#html.indexOf("</pre>", end) : end;
  }

  #add(id: string): Draft {
    const message = { id: unescape(id), time: "", text: "" };
    this.#messages.push(message);
    return message;
  }

  /** The position after the end of a tag; `>` may stand in an attribute. Each quote of the page is looked for once. */
  #endOfTag(at: number): number {
    for (let from = at; ;) {
      const end = this.#find(">", from);
      if (this.#quote < from) this.#quote = this.#find('"', from);
      if (this.#quote >= end) return Math.min(end + 1, this.#html.length);
      from = this.#find('"', this.#quote + 1) + 1;
    }
  }

  #find(sign: string, from: number): number {
    const found = this.#html.indexOf(sign, from);
    return found === -1 ? this.#html.length : found;
  }
}

/** The line numbers beside a file. */
const numbers = '<pre class="numbers" aria-hidden="true">';

/** What stands before the time of a message is shorter than this: the name of the speaker. */
const maxHeading = 100;

/** The value of an attribute in a tag; empty if it has none. */
function valueOf(tag: string, name: string): string {
  const from = tag.indexOf(` ${name}="`);
  return from === -1 ? "" : tag.slice(from + name.length + 3, tag.indexOf('"', from + name.length + 3));
}

const slash = 0x2f;

function nameAt(html: string, from: number): string {
  let to = from;
  while (isNamePart(html.charCodeAt(to))) to++;
  return html.slice(from, to);
}

function isNamePart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** The opposite of what `writeHtml` does. */
function unescape(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&#x([\dA-F]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
