import MarkdownIt, { type MarkdownIt as Parser, type StateBlock } from "markdown-it";
import { autolink } from "./autolink.ts";
import { blockMath, inlineMath } from "./parse-math.ts";
import { pairStrikethrough, strikethrough } from "./strikethrough.ts";

/** Blocks may be nested this deep: the parser calls itself for each, and omits what is deeper. */
export const maxDepth = 100;

/**
 * The parser of untrusted Markdown: CommonMark, with the tables, strikethrough and autolinks of GFM. HTML is off, so a tag is
 * text and stays visible. Definitions of links are off: one without a reference, and the second of two with one name, would
 * disappear. Which links are safe is decided later, for every parser alike: see `defuse`.
 */
export function parser(): Parser {
  return (known ??= createParser());
}

/** Created when it is needed: most commands parse no Markdown. */
let known: Parser | undefined;

function createParser(): Parser {
  const created = new MarkdownIt({ html: false, maxNesting: maxDepth + 2 });
  created.disable("reference");
  created.validateLink = () => true;
  created.normalizeLink = (url) => url;
  created.inline.ruler.at("strikethrough", strikethrough);
  created.inline.ruler2.at("strikethrough", pairStrikethrough);
  created.inline.ruler.at("linkify", autolink);
  created.inline.ruler.before("escape", "math", inlineMath);
  created.block.ruler.before("fence", "math", blockMath, { alt: ["paragraph"] });
  const [table] = ruleOf("table");
  created.block.ruler.at(
    "table",
    (state, start, end, silent) => {
      const from = state.tokens.length;
      const isTable = table!(state, start, end, silent);
      if (isTable && !silent) addMoreCells(state, from);
      return isTable;
    },
    { alt: ["paragraph", "reference"] },
  );
  return created;
}

/** A rule of the library, by its name. */
function ruleOf(name: string) {
  const { block } = new MarkdownIt();
  block.ruler.enableOnly(name);
  return block.ruler.getRules("");
}

/** Add the cells of rows that have more than the head of the table: by the standard, readers do not see them. */
function addMoreCells(state: StateBlock, from: number): void {
  const tokens = state.tokens.splice(from);
  let cells: string[] = [];
  for (const token of tokens) {
    if (token.type === "tr_open") cells = cellsOf(state, token.map![0]);
    else if (token.type === "th_open" || token.type === "td_open") cells.shift();
    else if (token.type === "tr_close")
      for (const cell of cells) {
        state.push("td_open", "td", 1);
        const inline = state.push("inline", "", 0);
        inline.content = cell.trim();
        inline.children = [];
        state.push("td_close", "td", -1);
      }
    state.tokens.push(token);
  }
}

/** The cells of a row, split as the library splits them. */
function cellsOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string[] {
  const row = src.slice(bMarks[line]! + tShift[line]!, eMarks[line]).trim();
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll(String.raw`\|`, "|"));
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells;
}
