// Finds the titles of the tests in a source.
import { scan } from "./scan.mjs";

const call = /(?<![\w.$])(?:describe|it|test)((?:\.\w+)*)(?=[(<])/g;

/**
 * The titles of the tests in a source, and of the groups of tests: the texts of the first argument of `describe`, `it`
 * and `test`. Of a table, also what `%s` or `$name` in the title stands for: the text that is first in a row, or the field.
 *
 * @param {string} source
 * @returns {string[]}
 */
export function titlesIn(source) {
  const pieces = scan(source);
  const texts = pieces.filter(({ kind }) => kind === "text");
  // Marks in texts, patterns and comments must not count as brackets.
  const code = pieces
    .map(({ kind, from, to }) => (kind === "code" ? source.slice(from, to) : " ".repeat(to - from)))
    .join("");
  const within = ({ from, to }) =>
    texts.filter((text) => text.from >= from && text.to <= to).map((text) => source.slice(text.from, text.to));

  return [...code.matchAll(call)].flatMap((match) => {
    const first = argumentsAt(code, match.index + match[0].length);
    if (first === undefined) return [];
    if (!match[1].endsWith(".each")) return [within(first).join("")];
    const second = argumentsAt(code, first.end);
    if (second === undefined) return [];
    const title = within(second).join("");
    return [title, ...rowsOf(title, first)];
  });

  /** The texts of a table that a title names. */
  function rowsOf(title, { from, to }) {
    const field = /\$(\w+)/.exec(title)?.[1];
    if (field === undefined && !title.includes("%s")) return [];
    const before = field ? new RegExp(`[{,]\\s*${field}:\\s*["'\`]$`) : /\[\s*["'`]$/;
    // Rows are in the brackets of the table; the rows of a list of texts are the texts.
    const inner = code.indexOf("[", from) + 1;
    if (inner === 0 || inner > to) return [];
    return texts.flatMap((text) => {
      if (text.from < inner || text.to > to) return [];
      const depth = depthAt(code, inner, text.from);
      const isFirst = field ? depth === 1 : depth === 0 || depth === 1;
      const start = code.slice(inner, text.from);
      return isFirst && (depth === 0 || before.test(start)) ? [source.slice(text.from, text.to)] : [];
    });
  }
}

/** The first argument of the call whose bracket comes next, after type arguments; and where the call ends. */
function argumentsAt(code, from) {
  const open = skipTypes(code, from);
  if (code[open] !== "(") return undefined;
  let to;
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ("([{".includes(code[at])) depth++;
    else if (")]}".includes(code[at])) depth--;
    if (to === undefined && ((depth === 1 && code[at] === ",") || depth === 0)) to = at;
    if (depth === 0) return { from: open + 1, to, end: at + 1 };
  }
  return undefined;
}

/** Where type arguments end: behind the `>` that closes them, which is not that of an arrow. */
function skipTypes(code, from) {
  if (code[from] !== "<") return from;
  let depth = 0;
  for (let at = from; at < code.length; at++)
    if (code[at] === "<") depth++;
    else if (code[at] === ">" && code[at - 1] !== "=" && --depth === 0) return at + 1;
  return code.length;
}

function depthAt(code, from, to) {
  let depth = 0;
  for (let at = from; at < to; at++)
    if ("([{".includes(code[at])) depth++;
    else if (")]}".includes(code[at])) depth--;
  return depth;
}
