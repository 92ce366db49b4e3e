import { isThread, type Nodes, type Root } from "@ccdag/ccast";
import { type Edit, editsOf, type FileEdits, sessionPaths } from "@ccdag/edits";

/** The changes of files in a document. */
export interface ChangeIndex {
  /** The files that each session changed on the path on which the person continued, by its id. */
  readonly sessions: ReadonlyMap<string, readonly FileEdits[]>;
  /** Each edit, also on other branches, with the path of its file, by the id of its call. */
  readonly calls: ReadonlyMap<string, { readonly path: string; readonly edit: Edit }>;
}

/** No changes. */
export const noChanges: ChangeIndex = { sessions: new Map(), calls: new Map() };

/**
 * Find the changes of files in a tree: those that `ccdag edits` lists.
 *
 * @param tree the tree, or a node of it.
 */
export function indexChanges(tree: Nodes): ChangeIndex {
  if (!isThread(tree)) return noChanges;
  const root: Root = tree.type === "root" ? tree : { type: "root", children: [tree] };
  const sessions = new Map<string, readonly FileEdits[]>();
  const calls = new Map<string, { path: string; edit: Edit }>();
  const add = (files: readonly FileEdits[]) => {
    for (const { path, edits } of files)
      for (const edit of edits) if (!calls.has(edit.toolUseId)) calls.set(edit.toolUseId, { path, edit });
  };
  const paths = sessionPaths(root);
  for (const { session, tree: path } of paths) {
    const { files } = editsOf(path);
    sessions.set(session.sessionId, files);
    add(files);
  }
  // Of edits on other branches only the hunks are used, which do not depend on what was there before.
  const isComplete = paths.every(({ abandoned }) => abandoned === 0) && root.children.every(isSession);
  if (!isComplete) add(editsOf(root).files.map((file) => ({ ...file, edits: file.edits.map(withoutStates) })));
  return { sessions, calls };
}

function isSession({ type }: Nodes): boolean {
  return type === "session";
}

function withoutStates(edit: Edit): Edit {
  return { ...edit, before: {}, after: {} };
}
