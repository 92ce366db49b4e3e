import type { Element } from "hast";
import { element } from "../../tree/element.ts";

/** What a cell of a table contains. */
export type FigureCell = Element | string | ReadonlyArray<Element | string>;

/**
 * Render a table of numbers.
 *
 * @param caption its name, for screen readers.
 * @param heads the names of its columns.
 * @param rows the cells; the first one of a row is its name.
 */
export function renderFigures(
  caption: string,
  heads: readonly string[],
  rows: ReadonlyArray<readonly FigureCell[]>,
): Element {
  const head = element(
    "tr",
    {},
    heads.map((text) => element("th", { scope: "col" }, text)),
  );
  const body = rows.map(([name = "", ...cells]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      cells.map((cell) => element("td", {}, cell)),
    ),
  );
  return element(
    "table",
    { className: ["figures"] },
    element("caption", {}, caption),
    element("thead", {}, head),
    element("tbody", {}, body),
  );
}
