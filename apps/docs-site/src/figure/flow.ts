import { drawing, element, words } from "./svg.ts";

const row = 62;
const box = { width: 620, height: 44 };
const margin = 12;

/**
 * Draw steps, one below the other. Each line is a name, a colon, and what the step does.
 *
 * @param text the lines.
 * @returns an SVG.
 */
export function drawFlow(text: string): string {
  const lines = text.trim().split("\n");
  const parts = lines.flatMap((line, index) => {
    const [, name = line, what = ""] = /^([^:]+): (.*)$/.exec(line) ?? [];
    const y = margin + index * row;
    const middle = margin + box.width / 2;
    const arrow = `M${middle} ${y + box.height}V${y + row - 3}m-4 -5l4 5l4 -5`;
    return [
      element("rect", { x: margin, y, width: box.width, height: box.height, rx: 6, class: "node step" }),
      words(margin + 12, y + 18, name, "name"),
      words(margin + 12, y + 35, what, "spec"),
      index === lines.length - 1 ? "" : element("path", { d: arrow, class: "edge" }),
    ];
  });
  return drawing(box.width + margin * 2, lines.length * row, lines.join("; "), parts);
}
