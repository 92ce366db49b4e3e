export { ccdag } from "./ccdag.ts";
export { default, type ParseOptions } from "./parse.ts";
export { ccdagSelect, hideOutside, type SelectOptions } from "./select.ts";
export { stages, transcript, type Stages, type Transcript, type TranscriptFile } from "./transcript.ts";
