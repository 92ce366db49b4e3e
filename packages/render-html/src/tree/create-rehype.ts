import type { Element, ElementContent, Root } from "hast";
import { type PluggableList, unified } from "unified";
import type { VFile } from "vfile";

/**
 * Create a function that runs rehype plugins on the content of an element, as if it were a document.
 *
 * @param plugins the plugins, with their options.
 * @param file the file that they report to.
 * @returns changes an element in place; throws what a plugin throws, and for a plugin that is asynchronous.
 */
export function createRehype(plugins: PluggableList, file: VFile): (text: Element) => void {
  const processor = unified()
    .use([...plugins])
    .freeze();
  return (text) => {
    const root: Root = { type: "root", children: text.children };
    text.children = (processor.runSync(root, file) as Root).children as ElementContent[];
  };
}
