import type { StateBlock, StateInline } from "markdown-it";

/** The most characters of a formula within a line, and the most lines and characters of one that stands on lines of its own. */
const max = { chars: 500, lines: 100, blockChars: 10_000 } as const;

/**
 * Rule of markdown-it: `$x^2$` is a formula, and `$$x^2$$` one that is displayed. Most dollar signs are none of both: they are
 * amounts, variables of a shell, or anchors of a pattern. So a formula has no letter or digit beside it, and holds something
 * that formulas have and prose has not.
 */
export function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (!isOn(state.env) || src[pos] !== "$") return false;
  const marks = src[pos + 1] === "$" ? "$$" : "$";
  const from = pos + marks.length;
  const end = src.indexOf(marks, from);
  const after = end + marks.length;
  if (end === -1 || after > posMax || end - from > max.chars) return false;
  const value = src.slice(from, end);
  if (/[\w$\\]/.test(src[pos - 1] ?? "") || /[\w$]/.test(src[after] ?? "")) return false;
  if (marks === "$" && (/^\s|\s$|\n/.test(value) || isProse(value))) return false;
  if (!isFormula(value.trim())) return false;
  if (!silent) {
    const token = state.push("math_inline", "code", 0);
    token.content = value;
    token.markup = marks;
  }
  state.pos = after;
  return true;
}

/** Rule of markdown-it: a formula between `$$` and `$$`, of which the first begins a line and the second ends one, is a block of code. */
export function blockMath(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (!isOn(state.env) || state.sCount[start]! - state.blkIndent >= 4) return false;
  const textAt = (line: number) =>
    state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
  const first = textAt(start);
  if (!first.startsWith("$$")) return false;
  const lines = [first.slice(2)];
  let last = start;
  while (!lines.at(-1)!.endsWith("$$")) {
    if (++last >= Math.min(end, start + max.lines) || state.sCount[last]! < state.blkIndent) return false;
    lines.push(textAt(last));
  }
  const value = lines.join("\n").slice(0, -2).trim();
  if (value.length > max.blockChars || value.includes("$$") || !isFormula(value)) return false;
  if (silent) return true;
  state.line = last + 1;
  const token = state.push("fence", "code", 0);
  token.info = "math";
  token.content = value;
  token.map = [start, state.line];
  return true;
}

function isOn(env: unknown): boolean {
  return (env as { math?: boolean }).math === true;
}

/** Whether a text has what formulas have: it is a single letter, or holds a command, an index, a power or a relation. */
function isFormula(value: string): boolean {
  if (/^[A-Za-z]$/.test(value)) return true;
  if (value === "" || value.includes("`")) return false;
  if (/\\[A-Za-z{}]|[\w)}\]]\^|_(?:\{|[A-Za-z\d](?!\w))/.test(value)) return true;
  return !/^\d/.test(value) && /[A-Za-z\d)] ?[=<>+] ?[A-Za-z\d(\\-]/.test(value);
}

/** Whether a text has words, which are no commands, between two dollar signs that are amounts or variables. */
function isProse(value: string): boolean {
  const words = value.replace(/\\(?:text|mathrm|operatorname)\w{0,9}\{[^{}]*\}|\\[A-Za-z]+/g, " ");
  const count = (words.match(/(?<![A-Za-z])[A-Za-z]{3}/g) ?? []).length;
  return (count > 1 && value.includes(" ")) || /[;/] ?[A-Za-z]{3}/.test(words);
}
