import { printable } from "./printable.ts";

/**
 * Format rows as columns of equal width, two blanks between them. Control characters in untrusted text are replaced.
 *
 * @param rows the cells of each row; the first row is the heading.
 * @returns the lines, each with a line ending.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) => row.map(printable));
  const widths = safe[0]!.map((_, column) =>
    safe.reduce((widest, row) => Math.max(widest, [...(row[column] ?? "")].length), 0),
  );
  const lines = safe.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat(widths[column]! - [...cell].length))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}
