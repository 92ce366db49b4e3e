export { default, type Options } from "./plugin.ts";
export { changeText, isInSpan, type Spans } from "./change-text.ts";
export type { Dialect } from "./dialect.ts";
export { write } from "./to-markdown.ts";
