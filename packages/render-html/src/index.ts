export { default, type RenderHtmlOptions } from "./render-html.ts";
export { toPage } from "./page/page.ts";
export type { SharedFiles } from "./page/page-options.ts";
export type { ToPageOptions } from "./page/page-options.ts";
export { toIndexPage } from "./page/index/index-page.ts";
export type { IndexWork } from "./page/index/index-work.ts";
export { toWorkPage } from "./page/index/work-page.ts";
export type {
  IndexEnd,
  IndexOptions,
  IndexProject,
  IndexSession,
  IndexUsage,
  WorkPageOptions,
} from "./page/index/types.ts";
export { toPages, type Pages, type PagesOptions } from "./page/pages.ts";
export { stopsOf, type Stop } from "./page/stops.ts";
export { defaultWords, type Words } from "./page/words.ts";
export { toHast, type HastOptions } from "./tree/to-hast.ts";
export { createMemory, type Memory } from "./tree/memory.ts";
export type { Highlight } from "./tree/context.ts";
export type { Draw } from "./tree/draw.ts";
export type { MathConverter } from "./tree/context.ts";
