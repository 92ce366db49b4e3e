export { default } from "./source-gemini.ts";
export { gemini } from "./gemini.ts";
export { geminiFiles } from "./gemini-files.ts";
