export { default } from "./source-opencode.ts";
export { opencode } from "./opencode.ts";
export { files } from "./files.ts";
