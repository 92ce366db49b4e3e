import type { Element } from "hast";
import type { Table, TableRow } from "mdast";
import type { HastContent } from "./context.ts";
import { element } from "./element.ts";
import { wrap } from "./lines.ts";

/** Convert a table; a wide one can be scrolled, also with the keyboard. */
export function renderTable(table: Table, content: HastContent): Element {
  const [head, ...body] = table.children.map((row, index) => renderRow(row, index === 0 ? "th" : "td", table, content));
  const parts = [
    ...(head ? [element("thead", {}, wrap([head]))] : []),
    ...(body.length > 0 ? [element("tbody", {}, wrap(body))] : []),
  ];
  const properties = { className: ["scroll"], tabIndex: 0, role: "group", ariaLabel: content.words.table };
  return element("div", properties, element("table", {}, wrap(parts)));
}

function renderRow(row: TableRow, tagName: "td" | "th", { align }: Table, content: HastContent): Element {
  const cells = row.children.map((cell, index) =>
    element(tagName, { align: align?.[index] ?? undefined }, content.all(cell)),
  );
  return element("tr", {}, wrap(cells));
}
