import type { Element } from "hast";
import { writeHtml } from "../tree/write-html.ts";
import { pageStyle, pageStyleHash } from "../generated.ts";
import { element } from "../tree/element.ts";

/** The parts of a page around its content. */
export interface PageShell {
  readonly title: string;
  readonly lang?: string | undefined;
  /** The style and its hash for the policy (default: that of a page). */
  readonly style?: readonly [text: string, hash: string] | undefined;
  /** The address of a file with the style (default: the style is in the page). */
  readonly styleFile?: string | undefined;
  /** The inline scripts, each with its hash for the policy. */
  readonly scripts: ReadonlyArray<readonly [text: string, hash: string]>;
  /** Labels that the script needs, for `data-` attributes of the body. */
  readonly data: Readonly<Record<string, string>>;
  /** Whether the page may show files beside it, such as images. */
  readonly hasFiles?: boolean | undefined;
  /** Whether the inline scripts may load other scripts, such as the files of a search index, or the script that pages share. */
  readonly loadsScripts?: boolean | undefined;
  /** Whether the page may connect to its server. */
  readonly isLive?: boolean | undefined;
  /** The text of a comment below the doctype. */
  readonly mark?: string | undefined;
}

/**
 * Render a whole page. Its policy allows no script but the inline ones, and with a search those that they load; and no request to
 * elsewhere.
 *
 * @param children the content of its body.
 * @returns the page as HTML.
 */
export function toShell(
  children: Element[],
  {
    title,
    lang = "en",
    style: [style, styleHash] = [pageStyle, pageStyleHash],
    styleFile,
    scripts,
    data,
    hasFiles,
    loadsScripts,
    isLive,
    mark,
  }: PageShell,
): string {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(([, hash]) => `'${hash}'`).join(" ")}${loadsScripts ? " 'strict-dynamic'" : ""}`,
    `style-src ${styleFile === undefined ? `'${styleHash}'` : "'self' file:"}`,
    `img-src data:${hasFiles ? " 'self' file:" : ""}`,
    ...(isLive ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="referrer" content="no-referrer">`,
    `<meta name="generator" content="ccdag">`,
    `<title>${writeHtml({ type: "text", value: title })}</title>`,
    styleFile === undefined
      ? `<style>${style}</style>`
      : writeHtml(element("link", { rel: ["stylesheet"], href: styleFile })),
  ].join("\n");
  const words = Object.entries(data).map(([name, word]) => [`data${name[0]!.toUpperCase()}${name.slice(1)}`, word]);
  const body = writeHtml(element("body", Object.fromEntries(words) as Record<string, string>, ...children));
  const above = mark === undefined ? "" : `<!-- ${mark} -->\n`;
  return `<!doctype html>\n${above}<html lang="${lang}">\n<head>\n${head}\n</head>\n${body.slice(0, -"</body>".length)}\n${scripts.map(([text]) => `<script>${text}</script>\n`).join("")}</body>\n</html>\n`;
}
