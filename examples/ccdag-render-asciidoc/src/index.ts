import type { Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { type Options, tell } from "./tell.js";

export type { Options } from "./tell.js";

/** How files are called in a folder. */
export const ending = ".adoc";

/** unified plugin: compile ccast to AsciiDoc. */
const ccdagRenderAsciidoc: Plugin<[(Options | null | undefined)?], Root, string> = function (options) {
  this.compiler = (tree) => tell(tree as Root, options ?? {});
};

export default ccdagRenderAsciidoc;
