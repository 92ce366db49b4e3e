import type { Element } from "hast";
import { toHtml } from "hast-util-to-html";
import { pageStyle, pageStyleHash } from "../generated.ts";
import { element } from "../tree/element.ts";

/** What a page is made of. */
export interface PageShell {
  readonly title: string;
  readonly lang?: string | undefined;
  /** Scripts, each with its hash. */
  readonly scripts: ReadonlyArray<readonly [text: string, hash: string]>;
  /** Words that the script says. */
  readonly data: Readonly<Record<string, string>>;
  /** Whether files beside the page may be shown in it, such as its images. */
  readonly hasFiles?: boolean | undefined;
  /** Whether Pagefind may work in it: its module, its index, and its program. */
  readonly hasSearch?: boolean | undefined;
  /** Whether it may ask the server that it came from. */
  readonly isLive?: boolean | undefined;
  /** A comment below the type of the document. */
  readonly mark?: string | undefined;
}

/**
 * A whole page. Its policy lets nothing run but the script that is in it, and nothing be fetched from elsewhere.
 *
 * @param children what stands in its body.
 */
export function toShell(
  children: Element[],
  { title, lang = "en", scripts, data, hasFiles, hasSearch, isLive, mark }: PageShell,
): string {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(([, hash]) => `'${hash}'`).join(" ")}${hasSearch ? " 'self' 'wasm-unsafe-eval'" : ""}`,
    `style-src '${pageStyleHash}'`,
    `img-src data:${hasFiles ? " 'self' file:" : ""}`,
    ...(hasSearch || isLive ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="referrer" content="no-referrer">`,
    `<meta name="generator" content="ccdag">`,
    `<title>${toHtml({ type: "text", value: title })}</title>`,
    `<style>${pageStyle}</style>`,
  ].join("\n");
  const words = Object.entries(data).map(([name, word]) => [`data${name[0]!.toUpperCase()}${name.slice(1)}`, word]);
  const body = toHtml(element("body", Object.fromEntries(words) as Record<string, string>, ...children)).replace(
    /<\/body>$/,
    "",
  );
  const above = mark === undefined ? "" : `<!-- ${mark} -->\n`;
  return `<!doctype html>\n${above}<html lang="${lang}">\n<head>\n${head}\n</head>\n${body}\n${scripts.map(([text]) => `<script>${text}</script>\n`).join("")}</body>\n</html>\n`;
}
