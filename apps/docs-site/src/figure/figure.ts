import { escape } from "./svg.ts";

/**
 * A drawing with what it shows, in a place that scrolls where it is wider than the page.
 *
 * @param caption what it shows.
 * @param svg the drawing.
 * @param below markup below it (default: none).
 */
export function figure(caption: string, svg: string, below = ""): string {
  const words = escape(caption);
  return `<figure class="drawn" v-pre><figcaption>${words}</figcaption><div class="canvas" tabindex="0" role="group" aria-label="${words}">${svg}</div>${below}</figure>\n`;
}
