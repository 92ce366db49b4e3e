import { common, createLowlight } from "lowlight";
import type { ElementContent } from "hast";

const lowlight = createLowlight(common);

/**
 * Colour code with lowlight, in the languages that are common.
 *
 * @param code the text.
 * @param language as it is written behind a fence, or the ending of a file; case does not matter.
 * @returns what stands in the block; nothing where the language is not known.
 */
export function highlight(code: string, language: string): ElementContent[] | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return undefined;
  return lowlight.highlight(name, code, { prefix: "hljs-" }).children as ElementContent[];
}
