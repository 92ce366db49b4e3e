export { default } from "./source-pi.ts";
export { pi } from "./pi.ts";
