/** A cell of a table: one line, with `|` and tags escaped. */
export function cell(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("|", String.raw`\|`)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;")))
    .join("");
}

/** Text as inline code, even if it contains a backtick. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/**
 * A table.
 *
 * @param heads the titles of the columns.
 * @param rows cells in Markdown.
 */
export function table(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  return [row(heads), row(heads.map(() => "---")), ...rows.map(row)].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}
