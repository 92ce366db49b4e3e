/** What the parser is expected to take for a text, in microseconds, beyond what grows with its length alone. */
export interface ParseCost {
  /** For containers, headings and tables. */
  readonly blocks: number;
  /** For emphasis and links. */
  readonly inline: number;
}

/**
 * What the steps of the parser and of what follows it take, in microseconds, measured with hostile texts
 * (`pnpm bench hostile`). Each is an upper limit, because an estimate that is too high only shows a text as it is.
 */
const cost = {
  /** A paragraph, a heading or a list item. */
  block: 50,
  /** One container around one line. */
  container: 1,
  /** A pair of containers that begin on one line: each is looked for in all of the others. */
  containerPair: 0.15,
  /** An underline, for each line above it: the parser copies everything that it has found so far. */
  underline: 0.4,
  /** A line without the marks of the containers above it, for each line above it: the same. */
  unmarked: 0.2,
  /** A pair of marks of emphasis in one paragraph. */
  attention: 0.07,
  /** A link for each bracket of its paragraph. */
  link: 0.25,
  /** A pair of tokens in one paragraph: the text between them is put together piece by piece. */
  token: 0.005,
  /** A cell of a table; short rows are filled up. */
  cell: 25,
} as const;

/**
 * Estimate what parsing a text takes. A scan of the lines, which takes linear time itself, counts what makes the parser take
 * quadratic time: containers in containers, and marks that may belong together.
 *
 * @param text Markdown.
 */
export function estimateParseCost(text: string): ParseCost {
  const scan = new CostScan();
  for (const line of text.split(/\r\n?|\n/)) scan.add(line);
  return scan.end();
}

/** The marks of containers at the beginning of a line. */
const containers = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))+/;
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const item = /^([ \t]*)(?:[-*+]|(\d{1,9}[.)])) {1,4}(?=\S)/;
const fence = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;
const delimiters = /^[\s|:-]+$/;
/** Marks that may begin or end emphasis or strikethrough. */
const attention = /[*~](?=\S)|(?<=\S)[*~]|(?<![A-Za-z0-9])_(?=\S)|(?<=\S)_(?![A-Za-z0-9])/g;
/** What may end a piece of plain text. */
const tokens = /[`<@&\\![\]*_~]|www|http/g;

class CostScan {
  #blocks = 0;
  #inline = 0;
  #lines = 0;
  /** How many containers may be open. */
  #open = 0;
  #isBlank = true;
  /** An open code block, whose lines cost nothing. */
  #fence: { readonly indent: number; readonly mark: string } | undefined;
  /** The columns at which the content of the open list items begins. */
  readonly #items: number[] = [];
  /** What the current paragraph, or what may be one, holds so far. `marks` are those of emphasis, `links` ends of their texts. */
  #group = { lines: 0, marks: 0, tokens: 0, brackets: 0, links: 0, columns: 0, isTable: false, above: "" };

  add(line: string): void {
    this.#lines++;
    const indent = indentOf(line);
    if (this.#fence !== undefined && this.#isInFence(line, indent)) return;
    this.#addContainers(line, indent);
    if (/^[\s>]*$/.test(line)) this.#endGroup();
    else if (this.#beginsFence(line, indent)) this.#endGroup();
    else this.#addText(line, indent);
    this.#isBlank = line.trim() === "";
  }

  end(): ParseCost {
    this.#endGroup();
    return { blocks: this.#blocks, inline: this.#inline };
  }

  /** Whether a line belongs to the open code block: one with less indent may end the list item with the block. */
  #isInFence(line: string, indent: number): boolean {
    const { indent: least, mark } = this.#fence!;
    if (line.trim() === "") return true;
    if (indent < least) {
      this.#fence = undefined;
      return false;
    }
    const rest = line.trim();
    if (rest.startsWith(mark) && rest === mark[0]!.repeat(rest.length)) this.#fence = undefined;
    return true;
  }

  #beginsFence(line: string, indent: number): boolean {
    const mark = fence.exec(line)?.[2];
    if (mark === undefined || (indent > 3 && !this.#isBlank && indent > (this.#items.at(-1) ?? 0) + 3)) return false;
    this.#fence = { indent, mark };
    return true;
  }

  #addContainers(line: string, indent: number): void {
    const isBlank = line.trim() === "";
    const marks = containers.exec(line)?.[0].match(/>|[-*+]|\d[.)]/g)?.length ?? 0;
    const nesting = marks + (isBlank ? 0 : Math.min(indent >> 1, this.#open));
    if (nesting < this.#open && !(isBlank && this.#isBlank)) this.#blocks += this.#lines * cost.unmarked;
    // A blank line ends no list, and text below a paragraph continues it.
    this.#open = this.#isBlank && !isBlank ? nesting : Math.max(this.#open, nesting);
    this.#blocks += this.#open * cost.container + marks * cost.block + marks * marks * cost.containerPair;
  }

  #addText(line: string, indent: number): void {
    if (underline.test(line) && !this.#isBlank) this.#blocks += this.#lines * cost.underline;
    if (this.#beginsBlock(line, indent)) this.#endGroup();
    const group = this.#group;
    group.lines++;
    if (group.lines === 1) this.#blocks += cost.block;
    if (line.includes("-") && delimiters.test(line)) {
      const columns = countCells(line);
      group.isTable = group.lines === 2 && columns === countCells(group.above);
      group.columns = Math.max(group.columns, columns);
    }
    this.#blocks += group.columns * cost.cell;
    // The cells of a table are paragraphs, as long as no other block can have begun.
    group.isTable &&= /^[ \t]*\|/.test(line);
    if (group.isTable) this.#endParagraph();
    group.above = line;
    group.marks += line.match(attention)?.length ?? 0;
    group.tokens += 1 + (line.match(tokens)?.length ?? 0);
    group.brackets += line.match(/[[\]]/g)?.length ?? 0;
    group.links += line.match(/\][([]/g)?.length ?? 0;
  }

  /** Whether a line certainly ends the paragraph above it: as a heading, or as a list item. */
  #beginsBlock(line: string, indent: number): boolean {
    if (heading.test(line)) return true;
    const items = this.#items;
    const [marker, , number] = item.exec(line) ?? [];
    if (marker === undefined) {
      if (this.#isBlank) while (items.length > 0 && items.at(-1)! > indent) items.pop();
      return false;
    }
    const count = items.length;
    while (items.length > 0 && items.at(-1)! > indent) items.pop();
    // With more indent it continues a paragraph; so does a number but one, if it continues no list.
    const isInParagraph = this.#group.lines > 0 && items.length === count;
    if (indent > (items.at(-1) ?? 0) + 3 || (isInParagraph && number !== undefined && !/^1[.)]/.test(number)))
      return false;
    items.push(indent + marker.trimStart().length);
    return true;
  }

  #endGroup(): void {
    this.#endParagraph();
    this.#group = { lines: 0, marks: 0, tokens: 0, brackets: 0, links: 0, columns: 0, isTable: false, above: "" };
  }

  #endParagraph(): void {
    const group = this.#group;
    this.#inline += group.marks * (group.marks + group.brackets) * cost.attention;
    this.#inline += group.links * group.brackets * cost.link + group.tokens ** 2 * cost.token;
    group.marks = group.tokens = group.brackets = group.links = 0;
  }
}

/** The column of the first character that is no space. */
function indentOf(line: string): number {
  let column = 0;
  for (let at = 0; line[at] === " " || line[at] === "\t"; at++) column += line[at] === " " ? 1 : 4 - (column % 4);
  return column;
}

/** The cells of a row. */
function countCells(line: string): number {
  const row = line.replace(/\\[\\|]/g, "").trim();
  const bars = row.match(/\|/g)?.length ?? 0;
  return bars + 1 - (row.startsWith("|") ? 1 : 0) - (row.length > 1 && row.endsWith("|") ? 1 : 0);
}
