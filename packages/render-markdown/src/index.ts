export { default, type RenderMarkdownOptions } from "./render-markdown.ts";
export { ccdagMdast, type CcdagMdastOptions } from "./remark.ts";
export type { PlainMdastOptions } from "./plain-mdast.ts";
export { changeText, isEscaped, isInSpan, type Spans } from "./change-text.ts";
export type { Dialect } from "./dialect.ts";
export { write, type WriteOptions } from "./to-markdown.ts";
