export { default } from "./source-pi.ts";
export { pi } from "./pi.ts";
export { piFiles } from "./pi-files.ts";
