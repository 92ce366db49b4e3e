export { default, type RenderObsidianOptions } from "./render-obsidian.ts";
