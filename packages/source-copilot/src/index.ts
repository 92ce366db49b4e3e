export { default } from "./source-copilot.ts";
export { copilot } from "./copilot.ts";
export { files } from "./files.ts";
