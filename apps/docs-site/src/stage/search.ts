import type { DefaultTheme } from "vitepress";

type Render = NonNullable<DefaultTheme.LocalSearchOptions["_render"]>;

/** Pages that somebody opens who looks for how to do something. */
const forUsers = /^(?:index|guides\/|format\/|project\/|playground|reference\/)/;
const heading = /<h([2-6])[^>]*>(.*?)<\/h\1>/gis;
const title = /<h1[^>]*>.*?<\/h1>/is;
const paragraph = /<p>.*?<\/p>/is;

/** Titles under which people look for a page that has another one. */
const otherTitles: Readonly<Record<string, readonly string[]>> = {
  "guides/ask": ["MCP server, plugin and skill", "VS Code, Cursor, Gemini CLI"],
  "guides/budget": ["Cost, usage and tokens", "Statusline"],
  "guides/keep": ["Delete old sessions", "Archive and backup"],
  "guides/obsidian": ["Obsidian vault"],
  "guides/start": ["Codex, Gemini CLI, Copilot, opencode, pi", "Export HTML"],
  "guides/tables": ["SQLite, SQL, DuckDB", "Database"],
  "guides/traces": ["OpenTelemetry, OTLP"],
  "guides/which-command": ["Compare branches", "Subagents", "Search sessions", "Resume a session", "Redact secrets"],
};

/**
 * The HTML of a page for the index of the search. Guides are found by all that they say, section by section. Of pages that say how
 * something is made only names are found: what is long has every word, and would be the first answer to every question.
 */
export const renderForSearch: Render = (source, env, md) => {
  const path = env.relativePath.replace(/(?:\/index)?\.md$/, "");
  const html = md.render(source, env);
  if (forUsers.test(env.relativePath)) {
    // Each is the heading of a section of its own; there is no such place, so it leads to the beginning of the page.
    const more = (otherTitles[path] ?? []).map(
      (name, at) => `<h2>${name} <a href="#as-${at}">#</a></h2><p>${name}</p>`,
    );
    return [html, ...more].join("\n");
  }
  const names = [...html.matchAll(heading)].map(([, , name]) => `<p>${name}</p>`);
  const own = title.exec(html)?.[0] ?? "";
  // The name of an API page is often a single word, such as `cost`.
  const name = path.startsWith("api/") ? own.replace(/(?<=<h1[^>]*>).*?(?=\s*<a)/s, `API of ${path.slice(4)}`) : own;
  return [name, paragraph.exec(html)?.[0], ...names].join("\n");
};
