import { posix } from "node:path";
import { placeOf, repository } from "./places.ts";

/** Code, in which nothing is a link, or a link or an image whose address is relative. */
const parts =
  /^(`{3,})[^]*?^\1$|(!?)\[((?:`[^`]*`|[^[\]`]|\[[^\]]*\])*)\]\((?!\w+:|#|\/)([^)\s#]*)(#[^)\s]*)?\)|(`+)[^`][^]*?\6/gm;

/**
 * Let the links of a document lead to pages of the site; those to files without a page lead to the repository.
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
    const page = placeOf(isFolder(target) ? `${target}/README.md` : target);
    if (page !== undefined) return `[${words}](/${page}${hash})`;
    return `[${words}](${repository}/${isFolder(target) ? "tree" : "blob"}/main/${target}${hash})`;
  });
}
