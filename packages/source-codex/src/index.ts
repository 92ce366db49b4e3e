export { default } from "./source-codex.ts";
export { codex } from "./codex.ts";
export { codexFiles } from "./codex-files.ts";
