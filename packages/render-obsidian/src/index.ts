export { default, type Options } from "./plugin.ts";
