export { default, type RenderObsidianOptions } from "./plugin.ts";
