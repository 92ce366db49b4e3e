import { node, nodeHeight, nodeWidth } from "./node.ts";
import { drawing, edge, words } from "./svg.ts";

const row = 46;
const gap = 16;
const margin = { x: 14, y: 28 };

const isLeaving = (line: string) => line.includes(" → ");

/**
 * Draw `threads`: each thread is a row, with its branches below the entry where they fork.
 *
 * @param text lines such as `A1 | U1 A2 | U2 A3*`; an entry and an arrow at the start name the entry where the thread leaves.
 * @returns an SVG.
 */
export function drawThreads(text: string): string {
  const parts: string[] = [];
  const ends = new Map<string, { x: number; y: number }>();
  let y = margin.y;
  let right = 0;
  // A thread that leaves another one is drawn below it, whatever the order in the text.
  const all = text.trim().split("\n");
  for (const line of [...all.filter((one) => !isLeaving(one)), ...all.filter(isLeaving)]) {
    const [, anchor, kind, rendered = ""] = /^(?:(\S+) → )?(?:(\w+): )?(.*)$/.exec(line.trim()) ?? [];
    const [trunk = "", ...branches] = rendered.split("|").map((part) => part.trim());
    const from = anchor === undefined ? undefined : ends.get(anchor);
    let start = { x: margin.x, y };
    if (from) {
      parts.unshift(edge(from.x, from.y + nodeHeight / 2, from.x + 22, y, "leaves"));
      start = { x: from.x + 22, y };
    }
    if (kind !== undefined) {
      const label = kind === "inline" ? "agent" : `${kind} agent`;
      parts.push(words(start.x + 4, y - 18, label, "spec"));
    }
    const end = sequence(trunk, start.x, y);
    const hasTrunk = trunk !== "";
    if (hasTrunk && branches.length > 0) y += row;
    for (const [index, branch] of branches.entries()) {
      if (index > 0) y += row;
      const isActive = branch.endsWith("*");
      const x = hasTrunk ? end + 14 : margin.x;
      if (hasTrunk) parts.unshift(edge(end, start.y, x, y, isActive ? "on" : "off"));
      const last = sequence(branch.replace("*", ""), x, y);
      if (isActive) parts.push(words(last + 8, y + 4, "continued here", "spec"));
      if (isActive) right = Math.max(right, last + 90);
    }
    y += row;
  }
  return drawing(right + margin.x, y - row + margin.y - 2, `Rendered: ${text.trim()}`, parts);

  /** Draw a sequence of entries; returns the x where it ends. */
  function sequence(run: string, left: number, height: number): number {
    let x = left;
    for (const [index, name] of (run.match(/"[^"]*"|\S+/g) ?? []).entries()) {
      if (index > 0) {
        parts.unshift(edge(x, height, x + gap, height, ""));
        x += gap;
      }
      const [, plain = name, call] = /^(\w+'?)\((\w+)\)$/.exec(name) ?? [];
      parts.push(node(x, height, plain.replaceAll('"', ""), call === undefined ? undefined : `of ${call}`));
      x += nodeWidth(plain);
      ends.set(plain, { x: x - nodeWidth(plain) / 2, y: height });
    }
    right = Math.max(right, x);
    return x;
  }
}
