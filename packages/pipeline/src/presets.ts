export { default as github } from "./presets/github.ts";
export { default as llm } from "./presets/llm.ts";
export { default as obsidian } from "./presets/obsidian.ts";
export { default as plain } from "./presets/plain.ts";
