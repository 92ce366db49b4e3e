import type { Element } from "hast";
import { element } from "./element.ts";

/**
 * Draws code, such as a diagram. The drawing is shown as an image, in which no browser runs a script or loads anything; one
 * with a script, a handler of events, an address outside of itself or an entity is not shown.
 *
 * @param code the code of a fence in a message, an untrusted text.
 * @param language the language of the fence.
 * @returns an SVG document; `undefined` for code that is shown as it is.
 */
export type Draw = (code: string, language: string) => string | undefined;

/** Drawings with more characters than this are not shown. */
const drawingLimit = 500_000;
/** What no drawing needs, and what would run or be loaded if somebody opened the image by itself. */
const active =
  /<(?:script|iframe|object|embed|set|animate)|<![^-]|<\?(?!xml )|\son[a-z]+\s?=|javascript:|@import|(?:href|src)\s?=\s?["']?(?!["']?(?:#|data:image\/(?:png|jpeg|gif|webp);))\S|url\(\s?["']?[^"'#\s)]/i;

/**
 * Show a drawing as an image, with the code that it was made of below it.
 *
 * @param svg what a function drew.
 * @param label the name of the drawing.
 * @param language the language of the code.
 * @param code the element with the code.
 * @returns `undefined` if it is no drawing, or not a safe one.
 */
export function renderDrawing(svg: string, label: string, language: string, code: Element): Element | undefined {
  const text = svg.trim();
  if (!/^<(?:svg[\s>]|\?xml )/.test(text) || text.length > drawingLimit || active.test(text)) return undefined;
  const image = element("img", { src: `data:image/svg+xml,${encode(text)}`, alt: `${label}: ${language}` });
  const source = element("details", {}, element("summary", {}, language), code);
  return element("div", { className: ["drawing"] }, image, source);
}

/** Encode a text for an address. What an address may hold stays as it is; half a character is none. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD")).replace(
    /%(?:20|2[CF]|3[ABD])/g,
    decodeURIComponent,
  );
}
