export { default } from "./remark-ccdag.ts";
export type { RemarkCcdagOptions } from "./remark-options.ts";
