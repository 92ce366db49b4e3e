import { describe } from "./describe.ts";
import { address } from "./places.ts";

/** The parts of the list, by the folders of their pages. */
const parts = [
  ["Guides", "guides/"],
  ["Reference", "reference/"],
  ["What is on disk", "format/"],
  ["Packages", "packages/"],
] as const;

/**
 * The list of pages for a model, as llmstxt.org describes it: titles, addresses, and what each says of itself.
 *
 * @param pages their texts in Markdown, by their paths on the site.
 */
export function llmsText(pages: ReadonlyMap<string, string>): string {
  const lists = parts.map(([title, folder]) => {
    const own = [...pages].filter(([path]) => path.startsWith(folder)).sort(([a], [b]) => (a < b ? -1 : 1));
    return `## ${title}\n\n${own.map(([path, text]) => line(path, text)).join("\n")}`;
  });
  return `# ccdag\n\n> Reads, searches and shares sessions of Claude Code and other coding agents, and proves that nothing was lost.\n\n${lists.join("\n\n")}\n`;
}

function line(path: string, text: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
  return `- [${title}](${address}${path.replace(/(?:index)?\.md$/, (end) => (end === ".md" ? ".html" : ""))}): ${describe(text)}`;
}
