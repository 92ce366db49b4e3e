import { factsOf, measureUsage, type Prices, type Root, type Session, sessionPath, walk } from "@ccdag/ccast";
import { anchorName, titleOf } from "@ccdag/mdast";
import { type IndexFacts, indexFacts } from "../pages/index-facts.ts";
import { keyOf } from "./document-names.ts";

/** A session in the index of a folder of documents. */
export interface IndexRow extends IndexFacts {
  /** What it is called, whatever its title is. */
  readonly key: string;
  readonly sessionId: string;
  /** Its title; empty if it has none. */
  readonly title: string;
  /** The working directory of the project. */
  readonly cwd?: string | undefined;
  /** The path of its document in the folder, with `/`. */
  readonly file: string;
  /** The name of its place in the document. */
  readonly anchor: string;
}

/**
 * List sessions, each with those that continue it.
 *
 * @param roots the sessions that continue no other one.
 * @param names the name of the document of each session, by {@link documentKey}; a session without one is in that of the session that it
 *   continues.
 * @param prices the prices of tokens.
 * @returns the rows of each root.
 */
export function rowsOfSessions(
  roots: readonly Session[],
  names: ReadonlyMap<string, string>,
  prices: Prices,
): IndexRow[][] {
  const tree: Root = { type: "root", children: [...roots] };
  // A call of two sessions is counted once: all of them are measured together.
  const facts = factsOf(tree, measureUsage(tree, prices));
  return roots.map((root) =>
    linksIn(root, names).map(({ session, file }) => {
      const { sessionId, cwd = root.cwd } = session;
      return {
        key: keyOf(`session-${sessionId}`, root),
        sessionId,
        title: titleOf(session, 80),
        cwd,
        file,
        anchor: anchorName(`session-${sessionId}`),
        ...indexFacts(facts.get(session)!),
      };
    }),
  );
}

/** What distinguishes a session from every other one of an export: sessions of several projects may have one id. */
export function documentKey(session: Session): string {
  return `${session.sessionId}\n${sessionPath(session) ?? ""}`;
}

/** The sessions of a tree, each with the name of its document. */
function linksIn(root: Session, names: ReadonlyMap<string, string>): Array<{ session: Session; file: string }> {
  const top = names.get(documentKey(root))!;
  const links: Array<{ session: Session; file: string }> = [];
  walk(root, (node) => {
    // A session has its own document, or is in the document of the session that it continues.
    if (node.type === "session")
      links.push({ session: node, file: node === root ? top : (names.get(documentKey(node)) ?? top) });
  });
  return links;
}
