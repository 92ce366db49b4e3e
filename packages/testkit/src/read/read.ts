import type { Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { raw } from "hast-util-raw";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import type { OutputFormat } from "../kit-options.ts";
import { stringsOf } from "../strings-of.ts";
import { fromHast } from "./from-hast.ts";
import type { Reading } from "./reading.ts";

/** Parse the output of a renderer. */
export function read(text: string, format: OutputFormat): Reading {
  if (format === "html") return fromHast(fromHtml(text));
  if (format === "json") return fromStrings(stringsOf(JSON.parse(text)));
  if (format === "text") return fromStrings([text]);
  if (format === "markdown") return fromHast(fromForge(text));
  return fromHast(fromHtml(format.toHtml(text)));
}

/** Parse Markdown as a forge does, with its HTML, but without the sanitising that follows. */
function fromForge(text: string): Root {
  const mdast = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return raw(toHast(mdast, { allowDangerousHtml: true }), { tagfilter: false }) as Root;
}

function fromStrings(strings: readonly string[]): Reading {
  const pieces: Array<{ at: number; path: string }> = [];
  let text = "";
  for (const one of strings) {
    pieces.push({ at: text.length, path: "" });
    text += `${one}\n`;
  }
  return { text, pieces, anchors: [], links: [], elements: new Map(), dangers: [], attributeValues: [] };
}
