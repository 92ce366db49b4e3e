import type { Nodes, Root } from "mdast";

/** Put `insert` into a text, in place of what stands there. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/**
 * The changes that keep a parsed text in its place: at tags outside code, at headings, at definitions, at an open
 * fence.
 *
 * @param text the text.
 * @param tree what a parser makes of it, with HTML off.
 * @param depth the depth of the heading above.
 */
export function editsOf(text: string, tree: Root, depth: number): Edit[] {
  const edits: Edit[] = [];
  const code: Array<readonly [number, number]> = [];
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const from = node.position?.start.offset ?? 0;
    const to = node.position?.end.offset ?? 0;
    if (node.type === "code" || node.type === "inlineCode") code.push([from, to]);
    if (node.type === "code") edits.push(...closeFence(text.slice(from, to), to, text.length));
    if (node.type === "heading") edits.push(...lowerHeading(text, from, to, depth));
    if (node.type === "definition" || node.type === "footnoteDefinition") edits.push({ at: from, remove: 0, insert: "\\" });
    if ("children" in node) stack.push(...node.children);
  }
  edits.push(...escapeTags(text, code.sort(([a], [b]) => a - b)));
  return edits;
}

/** Make the changes. Those that overlap do not occur: each stands at a construct of its own. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let from = 0;
  for (const { at, remove, insert } of [...edits].sort((a, b) => a.at - b.at)) {
    result += text.slice(from, at) + insert;
    from = at + remove;
  }
  return result + text.slice(from);
}

/** A fence that runs to the end of the text may be open; one more closing line does no harm where it is not needed. */
function closeFence(source: string, to: number, length: number): Edit[] {
  const open = /^(`{3,}|~{3,})/.exec(source)?.[1];
  if (open === undefined || to < length) return [];
  const last = source.slice(source.lastIndexOf("\n") + 1).trim();
  const isClosed = source.includes("\n") && last.startsWith(open) && last === open[0]!.repeat(last.length);
  return isClosed ? [] : [{ at: to, remove: 0, insert: `\n${open}` }];
}

function lowerHeading(text: string, from: number, to: number, depth: number): Edit[] {
  const marks = /^#{1,6}/.exec(text.slice(from, to))?.[0];
  if (marks !== undefined) return [{ at: from, remove: marks.length, insert: lower(marks, depth) }];
  // Underlined: the line below becomes text, so that what stands above it is a paragraph.
  const last = text.lastIndexOf("\n", to - 1) + 1;
  const at = last + text.slice(last, to).search(/[=-]/);
  return [{ at, remove: 0, insert: "\\" }];
}

/** Marks of a heading that is to go below a depth. */
export function lower(marks: string, depth: number): string {
  return "#".repeat(Math.min(6, marks.length + depth));
}

/** Whether an address in angle brackets stands here: it is no tag, and stays a link. */
export function isSafeLink(text: string, at: number): boolean {
  return /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i.test(text.slice(at, at + 2000));
}

function escapeTags(text: string, code: ReadonlyArray<readonly [number, number]>): Edit[] {
  const edits: Edit[] = [];
  let next = 0;
  for (const { index } of text.matchAll(/<(?=[A-Za-z/!?])/g)) {
    while (next < code.length && code[next]![1] <= index) next++;
    const range = code[next];
    if (range && range[0] <= index) continue;
    if (isEscaped(text, index) || isSafeLink(text, index)) continue;
    edits.push({ at: index, remove: 0, insert: "\\" });
  }
  return edits;
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text[index - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
