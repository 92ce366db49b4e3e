import type { Element, ElementContent } from "hast";
import type { Code } from "mdast";
import { toColours } from "./ansi.ts";
import { element } from "./element.ts";
import type { HastContext } from "./context.ts";

/**
 * Colours code: what stands in the block, or nothing where the language is not known.
 *
 * @param code the text.
 * @param language as it is written behind a fence, or the ending of a file.
 */
export type Highlight = (code: string, language: string) => ElementContent[] | undefined;

/** Longer blocks are shown without colours: they would make the page several times as large. */
export const highlightLimit = 30_000;

/** A block of code: what a program printed in its colours, a change by lines, a file with the numbers of its lines. */
export function renderCode(node: Code, context: HastContext): Element {
  const code = renderBlock(node, context);
  const { lang, meta } = node;
  // Whoever wrote more than a language behind a fence may have meant words.
  if (!meta && /^[\w+#.-]*$/.test(lang ?? "")) return code;
  return element("div", {}, element("p", {}, element("code", {}, [lang, meta].filter(Boolean).join(" "))), code);
}

function renderBlock({ value, lang, data }: Code, { highlight, words }: HastContext): Element {
  const language = (lang ?? "") || "text";
  if (data?.ansi !== undefined) return block("text", toColours(data.ansi));
  const ending = data?.of === undefined ? undefined : /\.([a-z0-9]{1,10})$/i.exec(data.of)?.[1]?.toLowerCase();
  if (language === "diff") return renderDiff(value, (line) => colour(line, ending));
  const file = data?.of === undefined ? undefined : toLines(value);
  if (file === undefined) return block(language, colour(value, language));
  const numbers = element("pre", { className: ["numbers"], ariaHidden: "true" }, file.numbers.join("\n"));
  const lines = block(ending ?? "text", colour(file.text, ending), words.file);
  const whole = element("div", { className: ["file"] }, numbers, lines);
  return file.rest === "" ? whole : element("div", {}, whole, block("text", [file.rest]));

  function colour(text: string, name: string | undefined): ReadonlyArray<ElementContent | string> {
    const isShort = text.length <= highlightLimit && name !== undefined && name !== "text";
    return (isShort ? highlight?.(text, name) : undefined) ?? [text];
  }
}

/** Lines do not break where numbers stand beside them: then they may have to be moved, with the keyboard too. */
function block(language: string, children: ReadonlyArray<ElementContent | string>, name?: string): Element {
  const code = element("code", { className: [`language-${language.replace(/[^\w+#.-].*$/s, "")}`] }, ...children);
  return element("pre", name === undefined ? {} : { tabIndex: 0, role: "group", ariaLabel: name }, code);
}

const marks: Readonly<Record<string, string>> = { "+": "ins", "-": "del", "@": "hunk" };

function renderDiff(value: string, colour: (line: string) => ReadonlyArray<ElementContent | string>): Element {
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
  return block("diff", lines);
}

/** What a tool that reads files puts before each line: its number, and an arrow or a tab. */
const numbered = /^ *(\d+)(?:→|\t)(.*)$/s;

/** A text whose lines have numbers, taken apart; nothing where they have none. What follows the last of them is the rest. */
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
