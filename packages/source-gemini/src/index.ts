export { default } from "./source-gemini.ts";
export { gemini } from "./gemini.ts";
export { files } from "./files.ts";
