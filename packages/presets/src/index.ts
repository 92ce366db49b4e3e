export { default as github } from "./github.ts";
export { default as llm } from "./llm.ts";
export { default as obsidian } from "./obsidian.ts";
export { default as plain } from "./plain.ts";
