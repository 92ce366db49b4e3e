export { default, type RenderHtmlOptions } from "./plugin.ts";
export { toPage, type ToPageOptions } from "./page/page.ts";
export { toIndexPage, type IndexOptions, type IndexProject, type IndexSession } from "./page/index-page.ts";
export { toPages, type Pages, type PagesOptions } from "./page/pages.ts";
export { stopsOf, type Stop } from "./page/stops.ts";
export { defaultWords, type Words } from "./page/words.ts";
export { toHast, type HastOptions } from "./tree/to-hast.ts";
export { createMemory, type Memory } from "./tree/memory.ts";
export type { Highlight } from "./tree/code.ts";
