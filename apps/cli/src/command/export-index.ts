import { type Nodes, type Session, walk } from "@ccdag/ccast";
import { preview } from "@ccdag/mdast";
import { toIndexPage } from "@ccdag/render-html";
import { rowsOf } from "../site/rows.ts";

/** One line of the index. */
interface Line {
  readonly depth: number;
  readonly session: Session;
  readonly href: string;
}

/** The session tree of a folder of documents: a list with links, or for other formats a list as JSON. */
export function writeIndex(roots: readonly Session[], names: ReadonlyMap<string, string>, format: string): string {
  const lines = roots.flatMap((root) => linesOf(root, names));
  if (format === "markdown" || format === "github") return markdownPage(lines);
  // Plain documents have no anchors.
  if (format === "plain" || format === "llm")
    return markdownPage(lines.map((line) => ({ ...line, href: line.href.replace(/#.*$/, "") })));
  if (format === "obsidian") return `# Sessions\n\n${lines.map(wikiLine).join("\n")}\n`;
  if (format === "html") {
    const hrefs = new Map(lines.map(({ session, href }) => [session, href]));
    const rows = rowsOf({ type: "root", children: [...roots] }, (session) => hrefs.get(session)!);
    return toIndexPage([{ title: roots.find(({ cwd }) => cwd !== undefined)?.cwd ?? "", sessions: rows }]);
  }
  const rows = lines.map(({ depth, session, href }) => {
    return { depth, sessionId: session.sessionId, title: titleOf(session), href };
  });
  if (format === "jsonl") return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return `${JSON.stringify(rows, undefined, 1)}\n`;
}

function linesOf(root: Session, names: ReadonlyMap<string, string>): Line[] {
  const top = names.get(root.sessionId)!;
  const depths = new Map<Nodes, number>();
  const lines: Line[] = [];
  walk(root, (node, parent) => {
    const depth = (parent ? (depths.get(parent) ?? 0) : 0) + (node.type === "session" && parent ? 1 : 0);
    depths.set(node, depth);
    if (node.type === "session") {
      // A session stands in a document of its own, or in that of the one that it continues.
      const own = node === root ? top : (names.get(node.sessionId) ?? top);
      lines.push({ depth, session: node, href: `${own}#session-${node.sessionId}` });
    }
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

function wikiLine({ depth, session, href }: Line): string {
  const title = titleOf(session)
    .replace(/[[\]|^#%\\`<>$\s]+/g, " ")
    .trim();
  return `${"  ".repeat(depth)}- [[${href.replace(/\.md#.*$/, "")}|${title}]]`;
}
