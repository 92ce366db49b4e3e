import { drawing, edge, element, words } from "./svg.ts";

const height = 28;
const row = 46;
const margin = 14;
/** How wide a character is, and what a box has beside its words. */
const letter = 7.3;
const padding = 16;

/** Whether a text is a case: what is recorded, and behind an arrow what is concluded. */
export function isCase(text: string): boolean {
  return /^⇒ /m.test(text);
}

/**
 * What is recorded, and what is concluded of it: records as boxes, joined where the text joins them by `─`; those that
 * stand apart in the text stand in rows of their own.
 *
 * @param text lines of records, then lines that begin with `⇒`.
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

/** What stands before a colon is where the records are; quoted words may hold one. */
function toRow(line: string): Row {
  const [, name = "", rest = line] = /^([\w ]+): (.*)$/.exec(line) ?? [];
  return { name, boxes: rest.split(" ─ ") };
}

function draw(rows: readonly Row[], kind: string): string {
  const parts: string[] = [];
  const names = Math.max(...rows.map(({ name }) => name.length));
  const left = margin + (names === 0 ? 0 : names * letter + 12);
  let right = 0;
  for (const [index, { name, boxes }] of rows.entries()) {
    const y = margin + height / 2 + index * row;
    parts.push(words(margin, y + 4, name, "file"));
    let x = left;
    for (const [place, box] of boxes.entries()) {
      if (place > 0) {
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
  const said = rows.flatMap(({ name, boxes }) => [name, ...boxes]).filter(Boolean);
  return drawing(Math.ceil(right + margin), rows.length * row + margin - 4, said.join("; "), parts);
}
