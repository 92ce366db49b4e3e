import { type DrawnEntry, parseShape } from "@ccdag/testkit/shape";
import { node, nodeHeight, nodeWidth } from "./node.ts";
import { drawing, edge, element, words } from "./svg.ts";

const unit = { x: 10, y: 52 };
const margin = { x: 14, y: 30 };

/** An entry, and where it stands. */
interface Placed {
  readonly drawn: DrawnEntry;
  /** Which of the files it is in. */
  readonly file: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * What files record, as `shape` writes it: entries as boxes, their parents as lines, in the places of the drawing.
 *
 * @param text the drawing; files have `---` between them.
 * @returns an SVG.
 */
export function drawShape(text: string): string {
  const names: string[] = [];
  const placed: Placed[] = [];
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
      placed.push({ drawn, file, x: margin.x + column * unit.x, y: top + row * unit.y, width: nodeWidth(drawn.name) });
    }
    top += rows.trimEnd().split("\n").length * unit.y;
  }
  const right = Math.max(...placed.map(({ x, width }) => x + width));
  const boxes = placed.map(({ drawn, x, y }) => node(x, y, drawn.name, specOf(drawn)));
  const lines = placed.flatMap((one) => edges(one, placed));
  return drawing(right + margin.x, top - 18, `Recorded: ${text.trim()}`, [...lines, ...boxes, ...names]);
}

function specOf({ spec, time }: DrawnEntry): string | undefined {
  return [spec, time === undefined ? undefined : `at ${time}`].filter(Boolean).join(", ") || undefined;
}

function edges(one: Placed, placed: readonly Placed[]): string[] {
  const { drawn, file, x, y } = one;
  const find = (name: string | undefined) => {
    const named = placed.filter((other) => other.drawn.name === name);
    // A name that stands in two files is a copy: its own file is meant first.
    return named.find((other) => other.file === file) ?? named[0];
  };
  const parent = find(drawn.parent);
  const logical = find(drawn.logical);
  const isMissing = drawn.isOrphan || (drawn.parent !== undefined && !parent);
  return [
    parent ? join(parent, one, "", placed) : "",
    isMissing ? edge(x - 22, y, x, y, "missing") + words(x - 26, y + 4, "?", "spec", "end") : "",
    logical ? join(logical, one, "logical", placed) : "",
  ];
}

/** A line that goes around what stands between, above the row in which it ends. */
function join(from: Placed, to: Placed, kind: string, placed: readonly Placed[]): string {
  const end = from.x + from.width;
  const isBetween = placed.some((one) => one !== to && one.y === to.y && one.x + one.width > end && one.x < to.x);
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
