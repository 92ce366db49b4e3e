import type { Root } from "hast";
import { liveScript, liveScriptHash, pageScript, pageScriptHash } from "../generated.ts";
import { toBody } from "./body.ts";
import { toShell } from "./shell.ts";
import type { Stop } from "./stops.ts";
import type { Words } from "./words.ts";

/** Options of {@link toPage}. */
export interface ToPageOptions {
  /** The title of the page (default: `ccdag`). */
  title?: string | undefined;
  /** The language of the page's own words (default: `en`). */
  lang?: string | undefined;
  /** Places of the page, for its contents, its map and its strip of times (default: none, and there are none). */
  stops?: readonly Stop[] | undefined;
  /** Words of the page, as far as they are not to be English. */
  words?: Partial<Words> | undefined;
  /** Whether files beside the page may be shown in it, such as its images (default: `false`, only what is in it). */
  hasFiles?: boolean | undefined;
  /** Which of how many pages it is (default: the only one). */
  part?: readonly [page: number, count: number] | undefined;
  /** Where a server tells which pages have changed: the page then changes with them (default: nowhere). */
  live?: string | undefined;
  /** The address of the page that this one is listed on (default: none). */
  index?: string | undefined;
}

/**
 * Put content into a page of its own. The page needs nothing from anywhere, and is complete without its script.
 *
 * @param content what stands in the page.
 * @param options title, language, places.
 */
export function toPage(content: Root, options: ToPageOptions = {}): string {
  const { title = "ccdag", lang, hasFiles, part, live } = options;
  const own = [pageScript, pageScriptHash] as const;
  const { children, data } = toBody(content, options);
  return toShell(children, {
    title,
    lang,
    scripts: live === undefined ? [own] : [own, [liveScript, liveScriptHash]],
    isLive: live !== undefined,
    // What comes later may have images.
    hasFiles: hasFiles || live !== undefined,
    mark: part && `ccdag part=${part[0]} of=${part[1]}`,
    data: { ...data, ...(live === undefined ? {} : { live }) },
  });
}
