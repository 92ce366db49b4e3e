import type { Element, ElementContent } from "hast";
import type { Code } from "mdast";
import { toColours } from "./ansi.ts";
import { colourFast, colourWritten } from "./colour.ts";
import { element } from "./element.ts";
import { highlightLimit } from "./code-limit.ts";
import type { HastContext } from "./context.ts";

/**
 * A syntax highlighter.
 *
 * @param code the code of one block.
 * @param language the language of a fence, or the extension of a file.
 * @returns the children of the `code` element; `undefined` for an unknown language.
 */
export type Highlight = (code: string, language: string) => ElementContent[] | undefined;

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

/** Render a code block: terminal output with its colours, a diff line by line, a file with line numbers. */
export function renderCode(node: Code, context: HastContext): Element {
  const code = renderBlock(node, context);
  const { lang, meta } = node;
  // An info string that is more than a language may be text.
  if (!meta && /^[\w+#.-]*$/.test(lang ?? "")) return code;
  return element("div", {}, element("p", {}, element("code", {}, [lang, meta].filter(Boolean).join(" "))), code);
}

function renderBlock({ value, lang, data }: Code, { highlight, words }: HastContext): Element {
  const language = (lang ?? "") || "text";
  if (data?.ansi !== undefined) return block("text", toColours(data.ansi));
  const ending = data?.of === undefined ? undefined : /\.([a-z0-9]{1,10})$/i.exec(data.of)?.[1]?.toLowerCase();
  if (language === "diff") return renderDiff(value, (line) => colour(line, ending), highlight ? undefined : ending);
  const file = data?.of === undefined ? undefined : toLines(value);
  if (file === undefined) return block(language, colour(value, language));
  const numbers = element("pre", { className: ["numbers"], ariaHidden: "true" }, file.numbers.join("\n"));
  const lines = block(ending ?? "text", colour(file.text, ending), words.file);
  const whole = element("div", { className: ["file"] }, numbers, lines);
  return file.rest === "" ? whole : element("div", {}, whole, block("text", [file.rest]));

  function colour(text: string, name: string | undefined): ReadonlyArray<ElementContent | string> {
    if (!highlight || name === undefined || name === "text" || text.length > highlightLimit) return [text];
    return (isFast(highlight) || isColourable(text) ? highlight(text, name) : undefined) ?? [text];
  }
}

/** Whether a highlighter takes linear time for any code. */
function isFast(highlight: Highlight): boolean {
  return highlight === colourFast || highlight === colourWritten;
}

/** A `pre` with code. With a name it can be focused, so that lines beside line numbers can be scrolled with the keyboard. */
function block(language: string, children: ReadonlyArray<ElementContent | string>, name?: string): Element {
  const code = element("code", { className: [`language-${language.replace(/[^\w+#.-].*$/s, "")}`] }, children);
  return element("pre", name === undefined ? {} : { tabIndex: 0, role: "group", ariaLabel: name }, code);
}

const marks: Readonly<Record<string, string>> = { "+": "ins", "-": "del", "@": "hunk" };

/** @param of the language of the lines, if they are to have colours later. */
function renderDiff(
  value: string,
  colour: (line: string) => ReadonlyArray<ElementContent | string>,
  of: string | undefined,
): Element {
  const lines = value.split("\n").map((line): Element => {
    const mark = marks[line[0] ?? ""];
    if (mark === "hunk") return element("span", { className: [mark] }, `${line}\n`);
    return element(
      "span",
      mark === undefined ? {} : { className: [mark] },
      line.slice(0, 1),
      ...colour(line.slice(1)),
      "\n",
    );
  });
  const shown = block("diff", lines);
  if (of !== undefined) (shown.children[0] as Element).properties["className"] = ["language-diff", `of-${of}`];
  return shown;
}

/** A line of a file as the Read tool prints it: its number, an arrow or a tab, its text. */
const numbered = /^ *(\d+)(?:→|\t)(.*)$/s;

/** Separate line numbers from lines; `undefined` where the first line has no number. The rest is what follows the last number. */
function toLines(value: string): { numbers: string[]; text: string; rest: string } | undefined {
  const lines = value.split("\n");
  const numbers: string[] = [];
  const texts: string[] = [];
  for (const line of lines) {
    const found = numbered.exec(line);
    if (!found) break;
    numbers.push(found[1]!);
    texts.push(found[2]!);
  }
  if (numbers.length === 0) return undefined;
  return { numbers, text: texts.join("\n"), rest: lines.slice(numbers.length).join("\n").trim() };
}
