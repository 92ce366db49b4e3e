import { fromHtml } from "hast-util-from-html";
import { toText } from "hast-util-to-text";
import { judgeText } from "./judge-text.ts";
import { judgeTree } from "./judge-tree.ts";
import type { TreeNode } from "./tree.ts";
import type { ExpectedConversation, Score } from "./types.ts";

/**
 * Judge what a tool has written, by its form: JSON that holds a tree is judged as a tree, other JSON by its strings, HTML by
 * the text that a reader sees, everything else as text.
 *
 * @param output what the tool has written.
 * @param expected what it should hold.
 * @param parents the recorded parent of each line of the transcripts.
 */
export function judge(output: string, expected: ExpectedConversation, parents: ReadonlyMap<string, string>): Score {
  const start = output.trimStart().slice(0, 100).toLowerCase();
  if (start.startsWith("{") || start.startsWith("[")) {
    const value = parse(output);
    const tree = treeIn(value);
    if (tree) return judgeTree(tree, expected, parents);
    if (value !== undefined) return judgeText(stringsIn(value).join("\n"), expected);
  }
  if (start.startsWith("<!doctype html") || start.startsWith("<html"))
    return judgeText(toText(fromHtml(output)), expected);
  return judgeText(output, expected);
}

/** A tree, or an object with the tree in one of its fields. */
function treeIn(value: unknown): TreeNode | undefined {
  const candidates = [value, ...(typeof value === "object" && value !== null ? Object.values(value) : [])];
  return candidates.find(
    (one): one is TreeNode =>
      typeof one === "object" && one !== null && "type" in one && "children" in one && Array.isArray(one.children),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All strings of a value, in their order. */
function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") found.push(next);
    else if (typeof next === "object" && next !== null)
      for (const part of Object.values(next).reverse()) open.push(part);
  }
  return found;
}
