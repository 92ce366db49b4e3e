import { type Branch, type Nodes, type Root, type Session, type ThreadNode, walk } from "@ccdag/ccast";
import { anchorName, titleOf } from "@ccdag/mdast";
import type { IndexSession } from "@ccdag/render-html";
import { visibleText } from "@ccdag/pipeline/tables";
import { renderIndex } from "../site/render-index.ts";
import { rowsOf } from "../site/rows.ts";
import { toJson } from "../to-json.ts";

/** A session in the index of a folder of documents. */
export interface IndexRow {
  readonly depth: number;
  readonly sessionId: string;
  /** Its title; empty if it has none. */
  readonly title: string;
  readonly cwd?: string | undefined;
  readonly href: string;
  /** Its row in an index of pages; only for HTML. */
  readonly page?: IndexSession | undefined;
}

/**
 * List sessions, each with those that continue it.
 *
 * @param roots the sessions that continue no other one.
 * @param names the name of the document of each session, by {@link documentKey}; a session without one is in that of the session that it
 *   continues.
 * @param format the name of the format, as typed after `--to`.
 * @returns the rows of each root.
 */
export function rowsOfSessions(
  roots: readonly Session[],
  names: ReadonlyMap<string, string>,
  format: string,
): IndexRow[][] {
  const links = roots.map((root) => linksIn(root, names));
  const hrefs = new Map(links.flat().map(({ session, href }) => [session, href]));
  const tree: Root = { type: "root", children: [...roots] };
  // A call of two sessions is counted once: all of them are measured together.
  const pages = format === "html" ? rowsOf(tree, (session) => hrefs.get(session)!).values() : undefined;
  return links.map((ofRoot) =>
    ofRoot.map(({ depth, session, href }) => {
      const { sessionId, cwd } = session;
      return { depth, sessionId, title: titleOf(session, 80), cwd, href, page: pages?.next().value };
    }),
  );
}

/**
 * Make the index of a folder of documents: the session tree as a list of links, or for data formats as JSON.
 *
 * @param rows the sessions, in reading order.
 * @param short shortens the id of a session without a title.
 * @param format the name of the format, as typed after `--to`.
 */
export function writeIndex(rows: readonly IndexRow[], short: (id: string) => string, format: string): string {
  if (format === "markdown" || format === "github") return markdownPage(rows);
  // Documents in these formats have no anchors.
  if (format === "plain" || format === "llm")
    return markdownPage(rows.map((row) => ({ ...row, href: row.href.replace(/#.*$/, "") })));
  if (format === "obsidian") return visibleText(`# Sessions\n\n${rows.map(wikiLine).join("\n")}\n`);
  if (format === "html") {
    const sessions = rows.map(({ page, title, sessionId }) => ({ ...page!, title: title || short(sessionId) }));
    const roots = rows.filter(({ depth }) => depth === 0);
    return renderIndex([{ title: roots.find(({ cwd }) => cwd !== undefined)?.cwd ?? "", sessions }]);
  }
  const listed = rows.map((row) => ({
    depth: row.depth,
    sessionId: row.sessionId,
    title: shownTitle(row),
    href: row.href,
  }));
  if (format === "jsonl") return listed.map((row) => toJson(row, 0)).join("");
  return toJson(listed, 1);
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

/** Where a session is, and how deep it is below the first one. */
interface SessionLink {
  readonly depth: number;
  readonly session: Session;
  readonly href: string;
}

function linksIn(root: Session, names: ReadonlyMap<string, string>): SessionLink[] {
  const top = names.get(documentKey(root))!;
  const depths = new Map<Nodes, number>();
  const links: SessionLink[] = [];
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

/** The title of a session; its whole id if it has none. */
function shownTitle({ title, sessionId }: IndexRow): string {
  return title || sessionId;
}

function markdownPage(rows: readonly IndexRow[]): string {
  return visibleText(`# Sessions\n\n${rows.map(markdownLine).join("\n")}\n`);
}

function markdownLine(row: IndexRow): string {
  const title = shownTitle(row).replace(/[\\[\]<>*_`#|~]/g, "\\$&");
  return `${"  ".repeat(row.depth)}- [${title}](${row.href}) \`${row.sessionId.slice(0, 8)}\``;
}

function wikiLine(row: IndexRow): string {
  const title = shownTitle(row)
    .replace(/[[\]|^#%\\`<>$\s]+/g, " ")
    .trim();
  return `${"  ".repeat(row.depth)}- [[${row.href.replace(/\.md#.*$/, "")}|${title}]]`;
}
