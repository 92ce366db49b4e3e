export { default } from "./plugin.ts";
export { pi } from "./pi.ts";
