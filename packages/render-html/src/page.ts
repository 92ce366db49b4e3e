import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { style } from "./style.ts";

/** Options of {@link toPage}. */
export interface PageOptions {
  /** The title of the page (default: `ccdag`). */
  title?: string | undefined;
  /** The language of the page's own words (default: `en`). */
  lang?: string | undefined;
}

/** Nothing may be fetched, run, framed or sent. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * Put content into a page of its own. The page needs nothing from anywhere.
 *
 * @param content what stands in the page.
 * @param options title and language.
 */
export function toPage(content: Root, { title = "ccdag", lang = "en" }: PageOptions = {}): string {
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="generator" content="ccdag">`,
    `<title>${toHtml({ type: "text", value: title })}</title>`,
    `<style>${style}</style>`,
  ].join("\n");
  return `<!doctype html>\n<html lang="${lang}">\n<head>\n${head}\n</head>\n<body>\n<main>\n${toHtml(content)}\n</main>\n</body>\n</html>\n`;
}
