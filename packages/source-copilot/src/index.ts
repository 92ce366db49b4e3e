export { default } from "./source-copilot.ts";
export { copilot } from "./copilot.ts";
export { copilotFiles } from "./copilot-files.ts";
