import { createHash } from "node:crypto";
import { type BlockChange, compareBlocks, divideBlocks } from "./divide-blocks.ts";
import { endOfParent } from "./html.ts";
import { type Region, regionFrom } from "./region.ts";
import type { TailChange } from "./tail.ts";

/** What an open page must change to become another version of itself. */
export interface PagePatch {
  /** The version that it changes. */
  readonly from: string;
  /** The version that it becomes. */
  readonly to: string;
  /** The last messages of a thread (default: no messages change). */
  readonly region?: { readonly prompt: string; readonly html: string } | undefined;
  /** The entries of the contents from this prompt on (default: they do not change). */
  readonly entries?: { readonly prompt: string; readonly html: string } | undefined;
  /** Blocks that are replaced (default: none). */
  readonly blocks?: readonly BlockChange[] | undefined;
  /** The page without its messages (default: nothing of it changes). */
  readonly around?: string | undefined;
}

/** A page in the version that open windows show. */
export interface ShownPage {
  readonly text: string;
  readonly version: string;
  /** Whether the end of its last turn was rendered alone, and the rest of it is older. */
  readonly isAhead?: boolean | undefined;
}

/** A page with its version. */
export function toShown(text: string): ShownPage {
  return { text, version: createHash("sha256").update(text).digest("base64url").slice(0, 16) };
}

/** The text of a page that says its version. */
export function withVersion({ text, version }: ShownPage): string {
  return text.replace("</head>\n<body", `$& data-version="${version}"`);
}

/**
 * Apply the change of the last messages to a page.
 *
 * @returns the page, and a patch if it changes; absent if the page does not have them.
 */
export function applyTail(
  page: ShownPage,
  { prompt, html, entries }: TailChange,
): { readonly shown: ShownPage; readonly patch?: PagePatch } | undefined {
  const region = regionFrom(page.text, prompt);
  if (region === undefined) return undefined;
  if (region.html === html) return { shown: page };
  const shown = { ...toShown(replaced(page.text, region, html)), isAhead: true };
  const patch = { from: page.version, to: shown.version, region: { prompt, html } };
  return { shown, patch: { ...patch, ...withEntries(prompt, entries) } };
}

/**
 * Compare two versions of a page.
 *
 * @param before the version that is shown.
 * @param now the new one.
 * @param tail what was rendered alone (default: nothing).
 * @returns the patch; absent if the page has other threads than before.
 */
export function patchBetween(before: ShownPage, now: ShownPage, tail?: TailChange): PagePatch | undefined {
  const [old, next] = [dividePage(before.text), dividePage(now.text)];
  if (old === undefined || next === undefined) return undefined;
  const blocks = old.main === next.main ? [] : compareBlocks(divideBlocks(old.main), divideBlocks(next.main));
  if (blocks === undefined) return undefined;
  return {
    from: before.version,
    to: now.version,
    ...(blocks.length > 0 && { blocks }),
    ...((before.isAhead || old.around !== next.around) && { around: next.around }),
    // Of a page that is ahead, what is around is older than the entries.
    ...(now.isAhead && tail && withEntries(tail.prompt, tail.entries)),
  };
}

function withEntries(prompt: string, html: string | undefined): Pick<PagePatch, "entries"> {
  return html === undefined ? {} : { entries: { prompt, html } };
}

function replaced(text: string, { from, to }: Region, html: string): string {
  return text.slice(0, from) + html + text.slice(to);
}

/** A page as its messages, and what is around them; absent for a text that is no page. */
export function dividePage(text: string): { main: string; around: string } | undefined {
  const main = text.indexOf('<main id="content" class="main');
  const from = text.indexOf(">", main) + 1;
  const to = main === -1 ? -1 : endOfParent(text, from);
  const body = text.indexOf("</head>\n<body");
  if (to === -1 || body === -1) return undefined;
  const title = text.slice(text.indexOf("<title>"), text.indexOf("<style>"));
  const end = text.indexOf("\n<script>", to);
  return { main: text.slice(from, to), around: title + text.slice(body + 8, from) + text.slice(to, end) };
}
