import { posix } from "node:path";
import { pageOf, repository } from "./places.ts";

/** Matches code, which contains no links, or a link or image with a relative address. */
const parts =
  /^(`{3,})[^]*?^\1$|(!?)\[((?:`[^`]*`|[^[\]`]|\[[^\]]*\])*)\]\((?!\w+:|#|\/)([^)\s#]*)(#[^)\s]*)?\)|(`+)[^`][^]*?\6/gm;

/**
 * Rewrite the links of a document: to pages of the site, or to the repository for files without a page.
 *
 * @param text the document.
 * @param from its path in the repository.
 * @param isFolder whether a path of the repository is a folder.
 */
export function relink(text: string, from: string, isFolder: (path: string) => boolean): string {
  return text.replace(parts, (all: string, _fence, mark: string, words: string, path?: string, hash = "") => {
    if (path === undefined) return all;
    const target = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, "");
    if (mark === "!") return `![${words}](/${posix.basename(target)})`;
    const page = pageOf(isFolder(target) ? `${target}/README.md` : target);
    if (page !== undefined) return `[${words}](/${page}${hash})`;
    return `[${words}](${repository}/${isFolder(target) ? "tree" : "blob"}/main/${target}${hash})`;
  });
}
