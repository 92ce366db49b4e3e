import { type Branch, type Nodes, type Session, type ThreadNode, walk } from "@ccdag/ccast";
import { anchorName, titleOf as titleOfSession } from "@ccdag/mdast";
import { visibleText } from "@ccdag/pipeline/tables";
import { renderIndex } from "../site/render-index.ts";
import { rowsOf } from "../site/rows.ts";
import { toJson } from "../to-json.ts";

/** One row of the index. */
interface IndexRow {
  readonly depth: number;
  readonly session: Session;
  readonly href: string;
}

/**
 * Make the index of a folder of documents: the session tree as a list of links, or for data formats as JSON.
 *
 * @param roots the sessions that continue no other one.
 * @param names the name of the document of each session, by {@link documentKey}; a session without one is in that of the session that it
 *   continues.
 * @param format the name of the format, as typed after `--to`.
 */
export function writeIndex(roots: readonly Session[], names: ReadonlyMap<string, string>, format: string): string {
  const links = roots.flatMap((root) => linksIn(root, names));
  if (format === "markdown" || format === "github") return markdownPage(links);
  // Documents in these formats have no anchors.
  if (format === "plain" || format === "llm")
    return markdownPage(links.map((link) => ({ ...link, href: link.href.replace(/#.*$/, "") })));
  if (format === "obsidian") return visibleText(`# Sessions\n\n${links.map(wikiLine).join("\n")}\n`);
  if (format === "html") {
    const hrefs = new Map(links.map(({ session, href }) => [session, href]));
    const rows = rowsOf({ type: "root", children: [...roots] }, (session) => hrefs.get(session)!);
    return renderIndex([{ title: roots.find(({ cwd }) => cwd !== undefined)?.cwd ?? "", sessions: rows }]);
  }
  const rows = links.map(({ depth, session, href }) => {
    return { depth, sessionId: session.sessionId, title: titleOf(session), href };
  });
  if (format === "jsonl") return rows.map((row) => toJson(row, 0)).join("");
  return toJson(rows, 1);
}

/** What distinguishes a session from every other one of an export: sessions of several projects may have one id. */
export function documentKey(session: Session): string {
  let at: ThreadNode | undefined = session;
  let path: string | undefined;
  while (at && path === undefined) {
    for (const { data } of at.children) path ??= typeof data === "object" ? data.path : undefined;
    at = at.children.find((child): child is Branch => child.type === "branch");
  }
  return `${session.sessionId}\n${path ?? ""}`;
}

function linksIn(root: Session, names: ReadonlyMap<string, string>): IndexRow[] {
  const top = names.get(documentKey(root))!;
  const depths = new Map<Nodes, number>();
  const links: IndexRow[] = [];
  walk(root, (node, parent) => {
    const depth = (parent ? (depths.get(parent) ?? 0) : 0) + (node.type === "session" && parent ? 1 : 0);
    depths.set(node, depth);
    if (node.type === "session") {
      // A session has its own document, or is in the document of the session that it continues.
      const name = node === root ? top : (names.get(documentKey(node)) ?? top);
      links.push({ depth, session: node, href: `${name}#${anchorName(`session-${node.sessionId}`)}` });
    }
  });
  return links;
}

function titleOf(session: Session): string {
  return titleOfSession(session, 80) || session.sessionId;
}

function markdownPage(links: readonly IndexRow[]): string {
  return visibleText(`# Sessions\n\n${links.map(markdownLine).join("\n")}\n`);
}

function markdownLine({ depth, session, href }: IndexRow): string {
  const title = titleOf(session).replace(/[\\[\]<>*_`#|~]/g, "\\$&");
  return `${"  ".repeat(depth)}- [${title}](${href}) \`${session.sessionId.slice(0, 8)}\``;
}

function wikiLine({ depth, session, href }: IndexRow): string {
  const title = titleOf(session)
    .replace(/[[\]|^#%\\`<>$\s]+/g, " ")
    .trim();
  return `${"  ".repeat(depth)}- [[${href.replace(/\.md#.*$/, "")}|${title}]]`;
}
