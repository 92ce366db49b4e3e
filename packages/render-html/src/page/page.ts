import type { Root } from "hast";
import { liveScript, liveScriptHash, loadScript, loadScriptHash, pageScript, pageScriptHash } from "../generated.ts";
import { toBody } from "./body.ts";
import { toShell } from "./shell.ts";
import type { Stop } from "./stops.ts";
import { defaultWords, type Words } from "./words.ts";

/** Files that the pages of a site share. */
export interface SharedFiles {
  /** Their addresses, relative to a page. */
  readonly script: string;
  readonly style: string;
}

/** Options of {@link toPage}. */
export interface ToPageOptions {
  /** The title of the page (default: `ccdag`). */
  title?: string | undefined;
  /** The language of the labels, for `<html lang>` (default: `en`). */
  lang?: string | undefined;
  /** The stops of the document, for contents, map and timeline strip (default: none; these views are then omitted). */
  stops?: readonly Stop[] | undefined;
  /** Labels that replace the English ones. */
  words?: Partial<Words> | undefined;
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

/**
 * Render a whole page. It loads nothing from elsewhere, and is complete without its script.
 *
 * @param content the content, as `toHast` returns it.
 * @param options title, language, stops and labels.
 * @returns the page as HTML.
 */
export function toPage(content: Root, options: ToPageOptions = {}): string {
  const { title = "ccdag", lang, hasFiles, part, live, shared, coloursLater } = options;
  const script =
    shared === undefined ? ([pageScript, pageScriptHash] as const) : ([loadScript, loadScriptHash] as const);
  const { latest } = { ...defaultWords, ...options.words };
  const { children, data } = toBody(content, options);
  return toShell(children, {
    title,
    lang,
    scripts: live === undefined ? [script] : [script, [liveScript, liveScriptHash]],
    isLive: live !== undefined,
    loadsScripts: shared !== undefined,
    styleFile: shared?.style,
    // Later updates may contain images.
    hasFiles: hasFiles || live !== undefined,
    mark: part && `ccdag part=${part[0]} of=${part[1]}`,
    data: {
      ...data,
      ...(coloursLater && { colours: "later" }),
      ...(live === undefined ? {} : { live, latest }),
      ...(shared && { script: shared.script }),
    },
  });
}
