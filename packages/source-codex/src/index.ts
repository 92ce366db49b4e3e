export { default } from "./source-codex.ts";
export { codex } from "./codex.ts";
export { files } from "./files.ts";
