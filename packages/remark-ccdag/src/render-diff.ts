import type { Root } from "@ccdag/ccast";
import { editsOf, patchOf, sessionPaths } from "@ccdag/edits";
import type { Code } from "mdast";

/**
 * Show the changes of files in a tree, as a patch for each session. What is not known of a change is a comment in the patch.
 *
 * @param tree a part of a conversation.
 * @param tools names of the tools whose changes are shown (default: all).
 * @returns a block of code for each session that changed files.
 */
export function renderDiff(tree: Root, tools: readonly string[] | undefined): Code[] {
  return sessionPaths(tree).flatMap((path) => {
    const report = editsOf(path.tree, { tools, sessionId: path.session.sessionId });
    const value = patchOf(report).text.trimEnd();
    return value === "" ? [] : [{ type: "code", lang: "diff", value }];
  });
}
