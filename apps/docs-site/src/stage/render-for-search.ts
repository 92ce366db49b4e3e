import type { DefaultTheme } from "vitepress";

type Render = NonNullable<DefaultTheme.LocalSearchOptions["_render"]>;

/** Pages that somebody opens who looks for how to do something. */
const forUsers = /^(?:index|guides\/|format\/|project\/|playground|reference\/)/;
/** Titles under which people look for a page that has another one. */
const otherTitles: Readonly<Record<string, readonly string[]>> = {
  gallery: ["All formats", "Formats of output"],
  "guides/ask": ["MCP server, plugin and skill", "VS Code, Cursor, Gemini CLI"],
  "guides/budget": ["Cost, usage and tokens", "Statusline"],
  "guides/keep": ["Delete old sessions", "Archive and backup"],
  "guides/obsidian": ["Obsidian vault"],
  "guides/page": ["Live page"],
  "guides/start": ["Install", "Codex, Gemini CLI, Copilot, opencode, pi", "Export HTML"],
  "guides/tables": ["SQLite, SQL, DuckDB", "Database"],
  "guides/traces": ["OpenTelemetry, OTLP"],
  "guides/troubleshooting": ["Lost messages", "Missing messages"],
  "guides/which-command": ["Compare branches", "Subagents", "Search sessions", "Resume a session", "Redact secrets"],
};

/**
 * The HTML of a page for the index of the search. Guides are found by all that they say, section by section. Of pages that say how
 * something is made only names are found: what is long has every word, and would be the first answer to every question.
 */
export const renderForSearch: Render = (source, env, md) => {
  const path = env.relativePath.replace(/(?:\/index)?\.md$/, "");
  // Each is the heading of a section of its own; there is no such place, so it leads to the beginning of the page.
  const more = (otherTitles[path] ?? []).map((name, at) => section(2, name, `as-${at}`));
  if (forUsers.test(env.relativePath)) return [md.render(source, env), ...more].join("\n");
  // `parse` takes frontmatter for a heading.
  const tokens = md.parse(source.replace(/^---\n[^]*?\n---\n/, ""), env);
  const after = (kind: string) => tokens.flatMap((token, at) => (token.type === kind ? tokens[at + 1]!.content : []));
  const [title = "", ...names] = after("heading_open");
  const [paragraph = ""] = after("paragraph_open");
  // The name of an API page is often a single word, such as `cost`.
  const name = path.startsWith("api/") ? `API of ${path.slice(4)}` : title;
  const words = [paragraph, ...names].map((one) => md.utils.escapeHtml(one)).join("\n");
  return [section(1, name, "top", words), ...more].join("\n");

  function section(depth: number, heading: string, anchor: string, text = heading): string {
    return `<h${depth}>${md.utils.escapeHtml(heading)} <a href="#${anchor}">#</a></h${depth}><p>${text}</p>`;
  }
};
