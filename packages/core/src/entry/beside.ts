import { clientTexts } from "./client-tags.ts";
import type { RawBlock } from "./entry.ts";

const names = clientTexts.flatMap((row) => ("tag" in row && row.isBeside ? [row.tag] : []));

/**
 * Split the blocks of a user entry so that each text that the client put in beside what a person typed is a block of its
 * own. Clients in an editor write such texts as blocks of their own; some also at the beginning or the end of the typed
 * text.
 *
 * @param blocks the content of the entry.
 * @returns the blocks; the same list if nothing was split.
 */
export function splitBeside(blocks: readonly RawBlock[]): readonly RawBlock[] {
  if (!blocks.some(({ type, text }) => type === "text" && typeof text === "string" && holdsBeside(text))) return blocks;
  return blocks.flatMap((block) => {
    const { text } = block;
    if (block.type !== "text" || typeof text !== "string") return [block];
    const parts = partsOf(text);
    return parts.length < 2 ? [block] : parts.map((part) => ({ ...block, text: part }));
  });
}

/**
 * The tag of a text that the client put in.
 *
 * @param text the text of a block.
 * @returns the name of the tag if the text is that tag and nothing else; else `undefined`.
 */
export function besideTag(text: string): string | undefined {
  const trimmed = text.trim();
  return names.find((name) => leadingEnd(trimmed, name) === trimmed.length && trimmed !== "");
}

function holdsBeside(text: string): boolean {
  return names.some((name) => text.includes(`<${name}>`));
}

/** Texts of the client before what was typed, what was typed, and texts of the client after it. */
function partsOf(text: string): string[] {
  const [before, after]: string[][] = [[], []];
  let typed = text.trim();
  for (let name = nameAt(typed); name !== undefined; name = nameAt(typed)) {
    const end = leadingEnd(typed, name);
    before!.push(typed.slice(0, end));
    typed = typed.slice(end).trim();
  }
  for (let start = trailingStart(typed); start > 0; start = trailingStart(typed)) {
    after!.push(typed.slice(start));
    typed = typed.slice(0, start).trim();
  }
  if (before!.length + after!.length === 0) return [text];
  return [...before!, ...(typed === "" ? [] : [typed]), ...after!.toReversed()];
}

/** The tag that a text begins with, if it is closed. */
function nameAt(text: string): string | undefined {
  return names.find((name) => leadingEnd(text, name) > 0);
}

/** Where the tag ends that a text begins with; 0 if it begins with another text. */
function leadingEnd(text: string, name: string): number {
  if (!text.startsWith(`<${name}>`)) return 0;
  const close = text.indexOf(`</${name}>`);
  return close === -1 ? 0 : close + name.length + 3;
}

/** Where the tag begins that a text ends with; 0 if it ends with another text. */
function trailingStart(text: string): number {
  const name = names.find((one) => text.endsWith(`</${one}>`));
  return name === undefined ? 0 : Math.max(text.lastIndexOf(`<${name}>`), 0);
}
