import { type Nodes, type Session, walk } from "@ccdag/ccast";
import { preview } from "@ccdag/mdast";

/** One line of the index. */
interface Line {
  readonly depth: number;
  readonly session: Session;
  readonly href: string;
}

/** The session tree of a folder of documents: a list with links, or for other formats a list as JSON. */
export function writeIndex(roots: readonly Session[], names: ReadonlyMap<Session, string>, format: string): string {
  const lines = roots.flatMap((root) => linesOf(root, names.get(root)!));
  if (format === "markdown" || format === "github") return markdownPage(lines);
  // Plain documents have no anchors.
  if (format === "plain" || format === "llm")
    return markdownPage(lines.map((line) => ({ ...line, href: line.href.replace(/#.*$/, "") })));
  if (format === "html") return htmlPage(lines);
  const rows = lines.map(({ depth, session, href }) => {
    return { depth, sessionId: session.sessionId, title: titleOf(session), href };
  });
  if (format === "jsonl") return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return `${JSON.stringify(rows, undefined, 1)}\n`;
}

function linesOf(root: Session, name: string): Line[] {
  const depths = new Map<Nodes, number>();
  const lines: Line[] = [];
  walk(root, (node, parent) => {
    const depth = (parent ? (depths.get(parent) ?? 0) : 0) + (node.type === "session" && parent ? 1 : 0);
    depths.set(node, depth);
    if (node.type === "session") lines.push({ depth, session: node, href: `${name}#session-${node.sessionId}` });
  });
  return lines;
}

function titleOf(session: Session): string {
  return session.title || preview(session, 80) || session.sessionId;
}

function markdownPage(lines: readonly Line[]): string {
  return `# Sessions\n\n${lines.map(markdownLine).join("\n")}\n`;
}

function markdownLine({ depth, session, href }: Line): string {
  const title = titleOf(session).replace(/[\\[\]<>*_`#|~]/g, "\\$&");
  return `${"  ".repeat(depth)}- [${title}](${encodeURI(href)}) \`${session.sessionId.slice(0, 8)}\``;
}

function htmlPage(lines: readonly Line[]): string {
  const items = lines.map(
    ({ depth, session, href }) =>
      `<li style="margin-left:${depth * 1.5}rem"><a href="${escape(encodeURI(href))}">${escape(titleOf(session))}</a></li>`,
  );
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  const head = `<meta charset="utf-8">${policy}<meta name="viewport" content="width=device-width"><title>Sessions</title>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><main><h1>Sessions</h1><ul>\n${items.join("\n")}\n</ul></main></body></html>\n`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
