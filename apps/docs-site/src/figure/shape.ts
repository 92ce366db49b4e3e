import { type Drawn, parseShape } from "@ccdag/testkit/shape";
import { node, nodeHeight, nodeWidth } from "./node.ts";
import { drawing, edge, words } from "./svg.ts";

const unit = { x: 10, y: 52 };
const margin = { x: 14, y: 30 };

/**
 * What files record, as `shape` writes it: entries as boxes, their parents as lines, in the places of the drawing.
 *
 * @param text the drawing; files have `---` between them.
 * @returns an SVG.
 */
export function drawShape(text: string): string {
  const parts: string[] = [];
  const places = new Map<string, Place>();
  const lines: string[] = [];
  const late: Array<() => void> = [];
  const files = text.trimEnd().split(/^---(?= |$)/m);
  let top = margin.y;
  let right = 0;
  for (const [index, file] of files.entries()) {
    const name = index === 0 ? undefined : /^ +(\S+)$/m.exec(file.slice(0, Math.max(0, file.indexOf("\n"))))?.[1];
    const rows = index === 0 ? file : file.slice(file.indexOf("\n") + 1);
    if (files.length > 1) {
      parts.push(words(margin.x, top - 4, `${name ?? `s${index + 1}`}.jsonl`, "file"));
      top += 24;
    }
    for (const drawn of parseShape(rows)) {
      const place = { x: margin.x + drawn.column * unit.x, y: top + drawn.row * unit.y, width: nodeWidth(drawn.name) };
      const here = new Map([[drawn.name, place]]);
      // A name that stands in two files is a copy: its own file is meant first.
      places.set(`${index} ${drawn.name}`, place);
      if (!places.has(drawn.name)) places.set(drawn.name, place);
      right = Math.max(right, place.x + place.width);
      parts.push(node(place.x, place.y, drawn.name, specOf(drawn)));
      late.push(() =>
        lines.push(...edges(drawn, here.get(drawn.name)!, (one) => places.get(`${index} ${one}`) ?? places.get(one))),
      );
    }
    top += rows.trimEnd().split("\n").length * unit.y;
  }
  for (const draw of late) draw();
  return drawing(right + margin.x, top - 18, `Recorded: ${text.trim()}`, [...lines, ...parts]);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function specOf({ spec, time }: Drawn): string | undefined {
  return [spec, time === undefined ? undefined : `at ${time}`].filter(Boolean).join(", ") || undefined;
}

function edges(drawn: Drawn, to: Place, find: (name: string) => Place | undefined): string[] {
  const found: string[] = [];
  const parent = drawn.parent === undefined ? undefined : find(drawn.parent);
  if (parent) found.push(join(parent, to, ""));
  else if (drawn.parent !== undefined || drawn.isOrphan)
    found.push(edge(to.x - 22, to.y, to.x, to.y, "missing"), words(to.x - 26, to.y + 4, "?", "spec", "end"));
  const logical = drawn.logical === undefined ? undefined : find(drawn.logical);
  if (logical) found.push(join(logical, to, "logical"));
  return found;
}

function join(from: Place, to: Place, kind: string): string {
  // What was written before its parent: the line goes back.
  if (to.x < from.x + from.width && to.y !== from.y)
    return edge(from.x + from.width / 2, from.y + (to.y > from.y ? nodeHeight : -nodeHeight) / 2, to.x, to.y, kind);
  return edge(from.x + from.width, from.y, to.x, to.y, kind);
}
