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

class PageReader {
  readonly #html: string;
  readonly #messages: Array<{ id: string; time: string; text: string }> = [{ id: "", time: "", text: "" }];
  /** The messages that are open, the innermost last. */
  readonly #open = [this.#messages[0]!];

  constructor(html: string) {
    this.#html = html;
  }

  read(from: number, to: number): void {
    let at = from;
    while (at !== -1 && at < to) {
      const end = endOfTag(this.#html, at);
      const next = this.#html.indexOf("<", end);
      if (next > end) this.#open.at(-1)!.text += unescape(this.#html.slice(end, next));
      at = next === -1 || next >= to ? -1 : this.#enter(next);
    }
  }

  end(): PageMessage[] {
    let last = "";
    for (const message of this.#messages) last = message.time ||= last;
    return this.#messages.filter(({ text }) => text.trim() !== "");
  }

  /** Note a tag; returns where to continue: what nobody reads is passed over. */
  #enter(at: number): number {
    const isEnd = this.#html.charCodeAt(at + 1) === slash;
    const name = nameAt(this.#html, isEnd ? at + 2 : at + 1);
    if (inline.has(name)) return at;
    const message = this.#open.at(-1)!;
    if (name === "time") this.#addTime(at, message);
    if (name !== "time") message.text += "\n";
    if (name === "article") {
      if (isEnd) {
        if (this.#open.length > 1) this.#open.pop();
      } else this.#begin(at);
    }
    if (name === "pre" && this.#html.startsWith(' class="numbers"', at + 4)) return this.#html.indexOf("</pre>", at);
    return at;
  }

  #begin(at: number): void {
    const id = valueOf(this.#html.slice(at, endOfTag(this.#html, at)), "id");
    const message = { id: unescape(id), time: "", text: "" };
    this.#messages.push(message);
    this.#open.push(message);
  }

  /** The time of a message is in its heading, before everything else. */
  #addTime(at: number, message: { time: string; text: string }): void {
    if (message.time === "" && message.text.length < maxHeading)
      message.time = valueOf(this.#html.slice(at, endOfTag(this.#html, at)), "datetime");
  }
}

/** What stands before the time of a message is shorter than this: the name of the speaker. */
const maxHeading = 100;

/** The value of an attribute in a tag; empty if it has none. */
function valueOf(tag: string, name: string): string {
  const from = tag.indexOf(` ${name}="`);
  return from === -1 ? "" : tag.slice(from + name.length + 3, tag.indexOf('"', from + name.length + 3));
}

const slash = 0x2f;

/** The position after the end of a tag; `>` may stand in an attribute. */
function endOfTag(html: string, at: number): number {
  let from = at;
  for (;;) {
    const end = html.indexOf(">", from);
    if (end === -1) return html.length;
    const quote = html.indexOf('"', from);
    if (quote === -1 || quote > end) return end + 1;
    from = html.indexOf('"', quote + 1) + 1;
    if (from === 0) return html.length;
  }
}

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
