// Splits a source of TypeScript or JavaScript into code, comments, texts and patterns.

const opening = /\/\/|\/\*|["'`{}/]/g;
/** A slash after one of these begins a pattern, not a division. */
const beforePattern = /(?:[=(,:;!&|?{}[\n]|\breturn|=>|^)\s*$/;

/**
 * The pieces of a source, in their order.
 *
 * @param {string} source
 * @returns {Array<{kind: "code" | "comment" | "text" | "pattern", from: number, to: number}>}
 */
export function scan(source) {
  return new Scanner(source).scan();
}

class Scanner {
  pieces = [];
  from = 0;
  at = 0;
  /** For each template that is open: how many braces are open in its present `${}`. */
  templates = [];

  constructor(source) {
    this.source = source;
  }

  scan() {
    while (this.at < this.source.length) {
      opening.lastIndex = this.at;
      const match = opening.exec(this.source);
      if (!match) break;
      this.at = match.index + match[0].length;
      this.read(match[0], match.index);
    }
    this.add("code", this.source.length);
    return this.pieces;
  }

  read(mark, index) {
    if (mark === "{") this.count(1);
    else if (mark === "}") {
      if (this.templates.at(-1) === 0) {
        this.templates.pop();
        this.readTemplate(index + 1);
      } else this.count(-1);
    } else if (mark === "`") this.readTemplate(index + 1);
    else if (mark === '"' || mark === "'") {
      this.add("code", index + 1);
      this.add("text", this.endOf(index + 1, mark));
      this.at = this.from + 1;
    } else if (mark === "//") this.readComment(index, "\n", 0);
    else if (mark === "/*") this.readComment(index, "*/", 2);
    else if (beforePattern.test(this.source.slice(Math.max(0, index - 20), index))) {
      this.add("code", index);
      this.add("pattern", this.endOfPattern(index + 1));
    }
  }

  /** Braces within the code of a template. */
  count(change) {
    if (this.templates.length > 0) this.templates[this.templates.length - 1] += change;
  }

  readComment(index, mark, length) {
    this.add("code", index);
    const end = this.source.indexOf(mark, index + 2);
    this.add("comment", end < 0 ? this.source.length : end + length);
  }

  /** The text of a template up to its end, or to the code in it. */
  readTemplate(start) {
    this.add("code", start);
    let end = start;
    while (end < this.source.length && this.source[end] !== "`" && !this.source.startsWith("${", end))
      end += this.source[end] === "\\" ? 2 : 1;
    this.add("text", Math.min(end, this.source.length));
    const isCode = this.source[end] === "$";
    if (isCode) this.templates.push(0);
    this.at = Math.min(this.source.length, end + (isCode ? 2 : 1));
  }

  endOf(start, quote) {
    let end = start;
    while (end < this.source.length && this.source[end] !== quote && this.source[end] !== "\n")
      end += this.source[end] === "\\" ? 2 : 1;
    return Math.min(end, this.source.length);
  }

  endOfPattern(start) {
    let isInClass = false;
    for (let end = start; end < this.source.length; end++) {
      const character = this.source[end];
      if (character === "\\") end++;
      else if (character === "[") isInClass = true;
      else if (character === "]") isInClass = false;
      else if (character === "\n" || (character === "/" && !isInClass)) return end + 1;
    }
    return this.source.length;
  }

  add(kind, end) {
    if (end > this.from) this.pieces.push({ kind, from: this.from, to: end });
    this.from = end;
    this.at = end;
  }
}
