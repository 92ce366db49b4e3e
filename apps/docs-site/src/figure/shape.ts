import { type DrawnEntry, parseShape } from "@ccdag/testkit/shape";
import { node, nodeHeight, nodeWidth } from "./node.ts";
import { drawing, edge, element, words } from "./svg.ts";

const unit = { x: 10, y: 52 };
const margin = { x: 14, y: 30 };

/** An entry, and its position in the drawing. */
interface Box {
  readonly drawn: DrawnEntry;
  /** The index of its file. */
  readonly file: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Draw a `shape`: entries as boxes, the links to their parents as edges, with the columns and rows of the text.
 *
 * @param text the shape; `---` separates files.
 * @returns an SVG.
 */
export function drawShape(text: string): string {
  const names: string[] = [];
  const boxes: Box[] = [];
  const files = text.trimEnd().split(/^---(?= |$)/m);
  let top = margin.y;
  for (const [file, part] of files.entries()) {
    const end = part.indexOf("\n");
    const name = file === 0 ? undefined : /^ +(\S+)$/m.exec(part.slice(0, Math.max(0, end)))?.[1];
    const rows = file === 0 ? part : part.slice(end + 1);
    if (files.length > 1) {
      names.push(words(margin.x, top - 4, `${name ?? `s${file + 1}`}.jsonl`, "file"));
      top += 24;
    }
    for (const drawn of parseShape(rows)) {
      const { column, row } = drawn;
      boxes.push({ drawn, file, x: margin.x + column * unit.x, y: top + row * unit.y, width: nodeWidth(drawn.name) });
    }
    top += rows.trimEnd().split("\n").length * unit.y;
  }
  const right = boxes.reduce((max, { x, width }) => Math.max(max, x + width), 0);
  const nodes = boxes.map(({ drawn, x, y }) => node(x, y, drawn.name, specOf(drawn)));
  const links = boxes.flatMap((one) => edges(one, boxes));
  return drawing(right + margin.x, top - 18, `Recorded: ${text.trim()}`, [...links, ...nodes, ...names]);
}

function specOf({ spec, time }: DrawnEntry): string | undefined {
  return [spec, time === undefined ? undefined : `at ${time}`].filter(Boolean).join(", ") || undefined;
}

function edges(one: Box, boxes: readonly Box[]): string[] {
  const { drawn, file, x, y } = one;
  const find = (name: string | undefined) => {
    const named = boxes.filter((other) => other.drawn.name === name);
    // A name in two files is a copy: an entry of the same file comes first.
    return named.find((other) => other.file === file) ?? named[0];
  };
  const parent = find(drawn.parent);
  const logical = find(drawn.logical);
  const isMissing = drawn.isOrphan || (drawn.parent !== undefined && !parent);
  return [
    parent ? join(parent, one, "", boxes) : "",
    isMissing ? edge(x - 22, y, x, y, "missing") + words(x - 26, y + 4, "?", "spec", "end") : "",
    logical ? join(logical, one, "logical", boxes) : "",
  ];
}

/** An edge that goes around the boxes between its ends, above the row in which it ends. */
function join(from: Box, to: Box, kind: string, boxes: readonly Box[]): string {
  const end = from.x + from.width;
  const isBetween = boxes.some((one) => one !== to && one.y === to.y && one.x + one.width > end && one.x < to.x);
  const isChild = from.y === to.y && !isBetween;
  const isBack = to.x < end;
  if (!isBetween && (isChild || !isBack)) return edge(end, from.y, to.x, to.y, kind);
  const down = Math.sign(to.y - from.y) || -1;
  const start = { x: from.x + from.width / 2, y: from.y + (down * nodeHeight) / 2 };
  if (!isBetween) return edge(start.x, start.y, to.x, to.y, kind);
  const middle = to.x + to.width / 2;
  const over = to.y - (nodeHeight / 2 + 9) * (down > 0 ? 1 : -1);
  const d = `M${start.x} ${start.y}V${over}H${middle}V${to.y - (down * nodeHeight) / 2}`;
  return element("path", { d, class: `edge ${kind}`.trim() });
}
