import { createHash } from "node:crypto";
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

/** Apply the change of the last messages to a page; absent if the page does not have them. */
export function applyTail(
  page: ShownPage,
  { prompt, html, entries }: TailChange,
): { shown: ShownPage; patch: PagePatch } | undefined {
  const region = regionFrom(page.text, prompt);
  if (region === undefined) return undefined;
  const shown = { ...toShown(replaced(page.text, region, html)), isAhead: true };
  const patch = { from: page.version, to: shown.version, region: { prompt, html } };
  return { shown, patch: entries === undefined ? patch : { ...patch, entries: { prompt, html: entries } } };
}

/**
 * Compare two versions of a page.
 *
 * @param before the version that is shown.
 * @param now the new one.
 * @param prompt the uuid of the prompt from which on messages may differ (default: none may).
 * @returns the patch; absent if more of the page differs.
 */
export function patchBetween(before: ShownPage, now: ShownPage, prompt: string | undefined): PagePatch | undefined {
  const versions = { from: before.version, to: now.version };
  const [old, next] = [divide(before.text), divide(now.text)];
  if (old === undefined || next === undefined) return undefined;
  const around = before.isAhead || old.around !== next.around ? next.around : undefined;
  if (old.main === next.main) return { ...versions, around };
  const [known, region] = [before.text, now.text].map((text) =>
    prompt === undefined ? undefined : regionFrom(text, prompt),
  );
  if (prompt === undefined || known === undefined || region === undefined) return undefined;
  const isSame = replaced(before.text, known, region.html).slice(old.from) === now.text.slice(next.from);
  return isSame ? { ...versions, around, region: { prompt, html: region.html } } : undefined;
}

function replaced(text: string, { from, to }: Region, html: string): string {
  return text.slice(0, from) + html + text.slice(to);
}

/** A page as its messages, and what is around them. */
function divide(text: string): { main: string; from: number; around: string } | undefined {
  const main = text.indexOf('<main id="content" class="main');
  const from = text.indexOf(">", main) + 1;
  const to = main === -1 ? -1 : endOfParent(text, from);
  const body = text.indexOf("</head>\n<body");
  if (to === -1 || body === -1) return undefined;
  const title = text.slice(text.indexOf("<title>"), text.indexOf("<style>"));
  const end = text.indexOf("\n<script>", to);
  return { main: text.slice(from, to), from, around: title + text.slice(body + 8, from) + text.slice(to, end) };
}
