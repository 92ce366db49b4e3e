import type { ElementContent } from "hast";
import { element } from "./element.ts";
import { jsonLines } from "./json-lines.ts";

/** A list or object with this many lines can be collapsed; one with more is collapsed at first. */
const collapsible = { from: 8, open: 30 } as const;
/** A text with fewer lines has no collapsible parts. */
const minLines = 40;

/** JSON for a block of code. */
export interface JsonView {
  /** The lines, as children of the block. */
  readonly children: ElementContent[];
  /** Whether some of them are in collapsible sections. */
  readonly isCollapsible: boolean;
}

/**
 * Show JSON line by line, and lists and objects of many lines as collapsible sections. The text of all elements together is
 * JSON, with the same tokens.
 *
 * @param text what may be JSON.
 * @param colour colours some lines.
 * @returns `undefined` for what is no JSON.
 */
export function renderJson(
  text: string,
  colour: (lines: string) => ReadonlyArray<ElementContent | string>,
): JsonView | undefined {
  const lines = jsonLines(text);
  if (lines === undefined) return undefined;
  const ends = lines.length < minLines ? new Map<number, number>() : partsOf(lines);
  if (ends.size === 0)
    return { children: element("code", {}, colour(lines.join("\n"))).children, isCollapsible: false };
  const root = element("div", {});
  const stack = [{ parent: root, end: lines.length }];
  let from = 0;
  const add = (to: number) => {
    if (to > from)
      for (const node of element("i", {}, colour(`${lines.slice(from, to).join("\n")}\n`)).children)
        stack.at(-1)!.parent.children.push(node);
    from = to;
  };
  for (let at = 0; at < lines.length; at++) {
    const end = ends.get(at);
    if (end !== undefined) {
      add(at);
      const sign = element("i", { dataLines: String(end - at - 1) });
      const summary = element("summary", {}, colour(lines[at]!), sign, "\n");
      const part = element("details", end - at > collapsible.open ? {} : { open: true }, summary);
      stack.at(-1)!.parent.children.push(part);
      stack.push({ parent: part, end });
      from = at + 1;
    }
    while (stack.length > 1 && stack.at(-1)!.end === at) {
      add(at + 1);
      stack.pop();
    }
  }
  add(lines.length);
  return { children: root.children, isCollapsible: true };
}

/**
 * The lines with which lists and objects of many lines begin, each with the line with which it ends. A string of JSON has no
 * line feed: a bracket at the beginning or the end of a line is no part of one.
 */
function partsOf(lines: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (/^\s*[\]}]/.test(line)) {
      const from = open.pop();
      // Indented in another way: their lines do not show what the parts are.
      if (from === undefined || indentOf(lines[from]!) !== indentOf(line)) return new Map();
      if (from > 0 && at - from >= collapsible.from) ends.set(from, at);
    }
    if (/[[{]\s*$/.test(line)) open.push(at);
  }
  return ends;
}

function indentOf(line: string): number {
  return line.search(/\S/);
}
