export { ccdag } from "./ccdag.ts";
export { default, type ParseOptions } from "./parse-options.ts";
export { type Detail, details } from "./transform/detail-levels.ts";
export { ccdagDetail, applyDetail, type DetailOptions } from "./transform/detail.ts";
export { messageAt } from "./transform/message-at.ts";
export { ccdagSelect, hideOutside, type SelectOptions } from "./transform/select.ts";
export { ccdagTimeline, timeline, type Order, type TimelineOptions } from "./transform/timeline.ts";
export { findMisplaced, type Misplaced } from "./transform/find-misplaced.ts";
export { compareRoots, mergeTranscripts, type ReadComponent, type RootKey, rootKeys } from "./merge-transcripts.ts";
export {
  stages,
  transcript,
  type Stages,
  type Transcript,
  type TranscriptOptions,
  type TranscriptFile,
} from "./transcript.ts";
