import type { Element, ElementContent } from "hast";
import type { Code } from "mdast";
import { toColours } from "./ansi.ts";
import { colourFast, colourLater, colourWritten } from "./colour.ts";
import { element } from "./element.ts";
import { highlightLimit } from "./code-limit.ts";
import type { HastContext, Highlight } from "./context.ts";
import { type ColourCode, diffLines, endingOf, isDiff } from "./diff-lines.ts";
import { type NumberedLines, toLines } from "./file.ts";
import { renderJson } from "./json.ts";

/** What a highlighter takes for a pair of characters of a run, in microseconds; and its budget, for a character of the code. */
const cost = { pair: 0.004, once: 10_000, perChar: 20 } as const;

/**
 * Whether a highlighter is expected to take linear time. The patterns of many languages look for what follows a word, or a
 * run of words, from each of its characters again; no code that people write has such long runs.
 */
export function isColourable(code: string): boolean {
  if (code.length > highlightLimit) return false;
  let pairs = 0;
  for (const run of [/[\w$.-]+/g, /[\w\s&*]+/g])
    for (const [{ length }] of code.matchAll(run)) pairs += length > 1000 ? length ** 2 : 0;
  return pairs * cost.pair <= cost.once + cost.perChar * code.length;
}

/** Render a code block: terminal output with its colours, a diff line by line, JSON in parts, a file with line numbers. */
export function renderCode(node: Code, context: HastContext): Element {
  const code = renderBlock(node, context);
  const { lang, meta } = node;
  // An info string that is more than a language may be text.
  if (!meta && /^[\w+#.-]*$/.test(lang ?? "")) return code;
  return element("div", {}, element("p", {}, element("code", {}, [lang, meta].filter(Boolean).join(" "))), code);
}

function renderBlock({ value, lang, data }: Code, { highlight, words }: HastContext): Element {
  const language = (lang ?? "") || "text";
  const ansi = data?.ansi ?? (value.includes("\u001B[") ? value : undefined);
  if (ansi !== undefined) return block(language, toColours(ansi));
  const colour: ColourCode = (text, name) => {
    if (!highlight || name === undefined || name === "text" || value.length > highlightLimit) return [text];
    return (isFast(highlight) || isColourable(text) ? highlight(text, name) : undefined) ?? [text];
  };
  const ending = data?.of === undefined ? undefined : endingOf(data.of);
  if (/^(?:diff|patch)$/i.test(language) || (language === "text" && data?.of === undefined && isDiff(value)))
    return laterDiff(block("diff", diffLines(value, colour, ending)), highlight === colourLater ? ending : undefined);
  const file = data?.of === undefined ? undefined : toLines(value);
  if (file !== undefined) return renderFile(file, colour(file.text, ending), ending, words.file);
  const json =
    data?.of === undefined && /^(?:json|text)$/i.test(language)
      ? renderJson(value, (text) => (highlight === colourLater ? colourFast(text, "json")! : colour(text, "json")))
      : undefined;
  if (json?.isCollapsible)
    return element("div", { className: ["json"], role: "group", ariaLabel: "JSON" }, json.children);
  return json ? block("json", json.children) : block(language, colour(value, language));
}

/** A diff whose lines get the colours of a language later; the script of the page reads its ending. */
function laterDiff(diff: Element, ending: string | undefined): Element {
  const [code] = diff.children;
  if (ending !== undefined && code?.type === "element")
    code.properties["className"] = ["language-diff", `of-${ending}`];
  return diff;
}

/** A file with its line numbers beside it, which are no part of its text. */
function renderFile(
  { numbers, rest }: NumberedLines,
  lines: ReadonlyArray<ElementContent | string>,
  ending: string | undefined,
  name: string,
): Element {
  const column = element("pre", { className: ["numbers"], ariaHidden: "true" }, numbers.join("\n"));
  const whole = element("div", { className: ["file"] }, column, block(ending ?? "text", lines, name));
  return rest === "" ? whole : element("div", {}, whole, block("text", [rest]));
}

/** Whether a highlighter takes linear time for any code. */
function isFast(highlight: Highlight): boolean {
  return highlight === colourFast || highlight === colourWritten || highlight === colourLater;
}

/** A `pre` with code. With a name it can be focused, so that lines beside line numbers can be scrolled with the keyboard. */
function block(language: string, children: ReadonlyArray<ElementContent | string>, name?: string): Element {
  const code = element("code", { className: [`language-${language.replace(/[^\w+#.-].*$/s, "")}`] }, children);
  return element("pre", name === undefined ? {} : { tabIndex: 0, role: "group", ariaLabel: name }, code);
}
