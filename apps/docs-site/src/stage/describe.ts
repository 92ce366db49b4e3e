import { headline } from "@ccdag/mdast";

/** The longest description that a search engine or a preview shows. */
const limit = 160;

/** A paragraph that is shorter, such as "The preset `github`", says little alone. */
const least = 40;

/**
 * What a page says of itself, for search engines and previews of links: its first paragraph of some length, without code blocks and Markdown.
 *
 * @param source the page, in Markdown.
 * @returns at most 160 characters; empty without a paragraph.
 */
export function describe(source: string): string {
  const body = withoutCode(source.replace(/^---\n[^]*?\n---\n/, ""));
  const blocks = body.split(/\n{2,}/).filter((block) => /^[A-Za-z`*[]/.test(block) && !block.startsWith("[!"));
  const first = blocks.find((block) => block.length >= least) ?? blocks[0] ?? "";
  // The description ends an attribute.
  return headline(first, limit).replaceAll('"', "");
}

function withoutCode(source: string): string {
  let fence: string | undefined;
  return source
    .split("\n")
    .filter((line) => {
      const [mark] = /^`{3,}/.exec(line) ?? [];
      const isCode = fence !== undefined || mark !== undefined;
      if (fence === undefined) fence = mark;
      else if (line === fence) fence = undefined;
      return !isCode;
    })
    .join("\n");
}
