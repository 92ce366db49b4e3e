export { default } from "./source-opencode.ts";
export { opencode } from "./opencode.ts";
export { opencodeFiles } from "./opencode-files.ts";
