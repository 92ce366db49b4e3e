export { default } from "./plugin.ts";
export { agents } from "./agents.ts";
export { linkRules } from "./rules/index.ts";
