import { escape } from "./svg.ts";

/**
 * A drawing with a caption, in a container that scrolls if the drawing is wider than the page.
 *
 * @param caption what the drawing shows.
 * @param svg the drawing.
 * @param below markup below it (default: none).
 */
export function figure(caption: string, svg: string, below = ""): string {
  const words = escape(caption);
  return `<figure class="drawn" v-pre><figcaption>${words}</figcaption><div class="canvas" tabindex="0" role="group" aria-label="${words}">${svg}</div>${below}</figure>\n`;
}
