// Finds the regular expressions of a source by its syntax tree.
import { parseSync } from "oxc-parser";

/**
 * The regular expressions of a source: literals, and calls of `RegExp`. A call whose argument is no single literal has
 * no `pattern`: what it makes is known only when it runs.
 *
 * @param {string} path
 * @param {string} source
 * @returns {Array<{line: number, call: boolean, pattern?: string, flags: string, text: string}>}
 */
export function findRegexps(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`Cannot parse ${path}: ${errors[0].message}`);
  const found = [];
  const open = [program];
  for (let node = open.pop(); node; node = open.pop()) {
    const one = regexpOf(node);
    if (one) found.push({ ...one, start: node.start, text: source.slice(node.start, node.end) });
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === "string") open.push(child);
  }
  found.sort((a, b) => a.start - b.start);
  let line = 1;
  let at = 0;
  return found.map(({ start, ...one }) => {
    for (; at < start; at++) if (source[at] === "\n") line++;
    return { line, ...one };
  });
}

function regexpOf(node) {
  if (node.type === "Literal" && node.regex) return { call: false, ...node.regex };
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return undefined;
  if (!isRegExp(node.callee)) return undefined;
  const [pattern, flags] = node.arguments;
  const [made, given] = [textOf(pattern), flags === undefined ? "" : textOf(flags)];
  return { call: true, pattern: given === undefined ? undefined : made, flags: given ?? "" };
}

/** `RegExp`, or a property of that name, as in `globalThis.RegExp`. */
function isRegExp(callee) {
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  return name.name === "RegExp" || name.value === "RegExp";
}

/** The text of a literal, or of a template without expressions. */
function textOf(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return undefined;
}
