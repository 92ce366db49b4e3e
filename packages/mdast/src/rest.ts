import type { ToolResult } from "@ccdag/ccast";
import type { BlockContent, Nodes } from "mdast";
import { plain } from "./one-line.ts";
import type { State } from "./types.ts";

/** Of a value with more parts than this, all is rendered, not only what is missing. */
const maxParts = 2000;

/**
 * Render what a view omits of a recorded value, as JSON in a collapsible section; nothing unless every value is to be
 * shown.
 *
 * @param value the recorded value, such as the input of a tool call.
 * @param shown what was rendered of it: blocks, and texts such as the title of their section.
 * @param state of the document.
 */
export function renderRest(value: unknown, shown: ReadonlyArray<BlockContent | string>, state: State): BlockContent[] {
  if (!state.complete) return [];
  const text = textIn(shown);
  const rest = countParts(value) > maxParts ? value : omit(value, (leaf) => isShown(leaf, text));
  if (rest === undefined) return [];
  return state.details(state.labels.rest, state.code("json", JSON.stringify(rest, undefined, 2)));
}

/**
 * Render the texts of a result that a view omits, such as the confirmation of an edit; nothing unless every value is
 * to be shown, or an agent shows the text.
 */
export function renderUnseen(
  { repeats, receipt, answer, children }: ToolResult,
  shown: readonly BlockContent[],
  state: State,
): BlockContent[] {
  if (!state.complete || repeats || receipt || answer !== undefined) return [];
  const text = textIn(shown);
  return children.flatMap((child) =>
    child.type === "text" && !isShown(child.value, text) ? state.output(child.value) : [],
  );
}

/** A value without the leaves that are shown; `undefined` if none is left. Recorded values are at most 100 levels deep. */
function omit(value: unknown, isLeafShown: (leaf: unknown) => boolean): unknown {
  if (typeof value !== "object" || value === null) return isLeafShown(value) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => omit(item, isLeafShown)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const rest = omit(field, isLeafShown);
    return rest === undefined ? [] : [[key, rest] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function countParts(value: unknown): number {
  let count = 0;
  const stack = [value];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (++count > maxParts) return count;
    if (typeof one === "object" && one !== null) for (const part of Object.values(one)) stack.push(part);
  }
  return count;
}

/** A word such as `true` may stand in a text by chance, a long enough text or number does not. */
function isShown(leaf: unknown, text: string): boolean {
  if (leaf === null || leaf === "") return true;
  if (typeof leaf === "string") return text.includes(comparable(leaf));
  return typeof leaf === "number" && holdsNumber(text, String(leaf));
}

/** Whether a number stands in a text, and not within a longer one or a word. */
function holdsNumber(text: string, digits: string): boolean {
  for (let at = text.indexOf(digits); at !== -1; at = text.indexOf(digits, at + 1))
    if (!/[\w.]/.test(text[at - 1] ?? "") && !/[\w.]/.test(text[at + digits.length] ?? "")) return true;
  return false;
}

/** All text of blocks; a change is read as what was there before, and what is there after it. */
function textIn(shown: ReadonlyArray<BlockContent | string>): string {
  const texts: string[] = [];
  const stack: Array<Nodes | string> = [...shown].reverse();
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (typeof one === "string") {
      texts.push(one);
      continue;
    }
    if (one.type === "details") texts.push(one.summary);
    if (one.type === "code" && one.lang === "diff") texts.push(side(one.value, "+"), side(one.value, "-"));
    if ("url" in one) texts.push(one.url);
    if ("value" in one) texts.push(one.value);
    if ("children" in one) for (const child of [...one.children].reverse()) stack.push(child);
  }
  return comparable(texts.join("\n\n"));
}

/** The lines of a change without those of one side, and without their signs. */
function side(change: string, other: string): string {
  return change
    .split("\n")
    .flatMap((line) => (line.startsWith(other) ? [] : line.slice(1)))
    .join("\n");
}

/** A text as it is compared: blocks of code lose colours and the last line feed, and Markdown its carriage returns. */
function comparable(text: string): string {
  return plain(text).replace(/\r\n?/g, "\n").trim();
}
