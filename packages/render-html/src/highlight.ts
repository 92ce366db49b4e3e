import { common, createLowlight } from "lowlight";
import type { ElementContent } from "hast";

const lowlight = createLowlight(common);

/**
 * Colour code with lowlight and its common languages.
 *
 * @param code the code of one block.
 * @param language the language of a fence, or the extension of a file, in any case.
 * @returns the children of the `code` element; `undefined` for an unknown language.
 */
export function highlight(code: string, language: string): ElementContent[] | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return undefined;
  return lowlight.highlight(name, code, { prefix: "hljs-" }).children as ElementContent[];
}
