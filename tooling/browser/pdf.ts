import { inflateSync } from "node:zlib";

/**
 * The number of lines of text on each page of a PDF that Chromium wrote: how many heights texts are at. It reads what Skia
 * writes: objects that are not compressed, and content that is.
 */
export function linesOfPages(pdf: Buffer): number[] {
  const text = pdf.toString("latin1");
  return Array.from(text.matchAll(/\/Type \/Page\n(?:(?!endobj)[^])*?\/Contents (\d+) 0 R/g), ([, id]) => {
    const begin = text.indexOf("stream\n", text.indexOf(`\n${id} 0 obj\n`)) + "stream\n".length;
    const content = inflateSync(pdf.subarray(begin, text.indexOf("endstream", begin))).toString("latin1");
    return new Set(Array.from(content.matchAll(/(-?[\d.]+) Tm\b/g), ([, height]) => Math.round(Number(height)))).size;
  });
}
