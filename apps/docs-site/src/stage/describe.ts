import { headline } from "@ccdag/mdast";

/** The longest description that a search engine or a preview shows. */
const limit = 160;

/**
 * What a page says of itself, for search engines and previews of links: its first paragraph, without Markdown.
 *
 * @param source the page, in Markdown.
 * @returns at most 160 characters; empty without a paragraph.
 */
export function describe(source: string): string {
  const body = source.replace(/^---\n[^]*?\n---\n/, "");
  const first = body.split(/\n{2,}/).find((block) => /^[A-Za-z`*[]/.test(block) && !block.startsWith("[!")) ?? "";
  // The description ends an attribute.
  return headline(first, limit).replaceAll('"', "");
}
