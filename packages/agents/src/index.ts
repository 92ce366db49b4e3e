export { default } from "./plugin.ts";
export { agents } from "./agents.ts";
export { linkRules } from "./link/index.ts";
export { annotateRules } from "./annotate/index.ts";
