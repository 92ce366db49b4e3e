import type { ServedWords } from "./served-words.ts";
import type { Words } from "./words.ts";
import type { Stop } from "./stops.ts";

/** Options of {@link toPage}. */
export interface ToPageOptions {
  /** The title of the page (default: `ccdag`). */
  title?: string | undefined;
  /** The language of the labels, for `<html lang>` (default: `en`). */
  lang?: string | undefined;
  /** The stops of the document, for contents, map and timeline strip (default: none; these views are then omitted). */
  stops?: readonly Stop[] | undefined;
  /** Labels that replace the English ones. */
  words?: Partial<Words & ServedWords> | undefined;
  /** Whether the page may show files beside it, such as images (default: `false`, only embedded ones). */
  hasFiles?: boolean | undefined;
  /** The number of this page, from 1, and the number of pages (default: a single page). */
  part?: readonly [page: number, count: number] | undefined;
  /** The address of server-sent events that say how the page changes; it then updates itself (default: a static page). */
  live?: string | undefined;
  /** The addresses of files with the script and the style, which several pages share (default: both are in the page). */
  shared?: SharedFiles | undefined;
  /** Whether the script colours code when it comes into view; the content has no colours then (default: `false`). */
  coloursLater?: boolean | undefined;
  /** The address of the index page, for a link to it (default: no link). */
  index?: string | undefined;
}

/** Files that the pages of a site share. */
export interface SharedFiles {
  /** Their addresses, relative to a page. */
  readonly script: string;
  readonly style: string;
}
