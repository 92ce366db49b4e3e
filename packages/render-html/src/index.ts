export { default, type Options } from "./plugin.ts";
export { toPage, type PageOptions } from "./page.ts";
export { toHast } from "./to-hast.ts";
