import type { Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { type Options, renderDocument } from "./render.js";

export type { Options } from "./render.js";

/** The extension of the files in a folder. */
export const ending = ".adoc";

/** unified plugin: compile ccast to AsciiDoc. */
const ccdagRenderAsciidoc: Plugin<[(Options | null | undefined)?], Root, string> = function (options) {
  this.compiler = (tree) => renderDocument(tree as Root, options ?? {});
};

export default ccdagRenderAsciidoc;
