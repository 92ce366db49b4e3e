export { ccdag } from "./ccdag.ts";
export { default, type ParseOptions } from "./parse.ts";
export { messageAt } from "./message-at.ts";
export { ccdagSelect, hideOutside, type SelectOptions } from "./select.ts";
export {
  ccdagTimeline,
  findMisplaced,
  timeline,
  type Misplaced,
  type Order,
  type TimelineOptions,
} from "./timeline.ts";
export { stages, transcript, type Stages, type Transcript, type TranscriptFile } from "./transcript.ts";
