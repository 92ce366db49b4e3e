import { drawing, edge, element, words } from "./svg.ts";

const height = 28;
const row = 46;
const margin = 14;
/** The width of a character, and the padding of a box. */
const letter = 7.3;
const padding = 16;

/** Whether a text is a case: records, and conclusions behind arrows. */
export function isCase(text: string): boolean {
  return /^⇒ /m.test(text);
}

/**
 * Draw a case. Records are boxes, joined where the text joins them by `─`; records with spaces between them get rows of
 * their own.
 *
 * @param text lines of records, then lines of conclusions, which begin with `⇒`.
 * @returns two SVGs: before, and after.
 */
export function drawCase(text: string): readonly [before: string, after: string] {
  const lines = text.trim().split("\n");
  const recorded = lines.filter((line) => !line.startsWith("⇒")).flatMap((line) => line.trim().split(/ {3,}/));
  const concluded = lines.filter((line) => line.startsWith("⇒")).map((line) => line.slice(1).trim());
  return [
    draw(recorded.map(toRow), "side"),
    draw(
      concluded.map((line) => ({ name: "", boxes: [line] })),
      "concluded",
    ),
  ];
}

interface Row {
  readonly name: string;
  readonly boxes: readonly string[];
}

/** The text before the first colon names the file or thread of the records; quoted text may contain a colon. */
function toRow(line: string): Row {
  const [, name = "", rest = line] = /^([\w ]+): (.*)$/.exec(line) ?? [];
  return { name, boxes: rest.split(" ─ ") };
}

function draw(rows: readonly Row[], kind: string): string {
  const parts: string[] = [];
  const names = rows.reduce((max, { name }) => Math.max(max, name.length), 0);
  const left = margin + (names === 0 ? 0 : names * letter + 12);
  let right = 0;
  for (const [index, { name, boxes }] of rows.entries()) {
    const y = margin + height / 2 + index * row;
    parts.push(words(margin, y + 4, name, "file"));
    let x = left;
    for (const [column, box] of boxes.entries()) {
      if (column > 0) {
        parts.push(edge(x, y, x + 20, y, ""));
        x += 20;
      }
      const width = box.length * letter + padding;
      parts.push(element("rect", { x, y: y - height / 2, width, height, rx: 5, class: `node ${kind}` }));
      parts.push(words(x + padding / 2, y + 4, box, "what"));
      x += width;
    }
    right = Math.max(right, x);
  }
  const label = rows.flatMap(({ name, boxes }) => [name, ...boxes]).filter(Boolean);
  return drawing(Math.ceil(right + margin), rows.length * row + margin - 4, label.join("; "), parts);
}
