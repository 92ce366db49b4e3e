export { default } from "./agents-plugin.ts";
export { agents } from "./agents.ts";
export { linkRules } from "./link/index.ts";
export { annotateRules } from "./annotate/index.ts";
