export { isDraft, newDraft, removeDrafts } from "./drafts.ts";
export { Journal } from "./journal.ts";
export { lock, waitForLock } from "./lock.ts";
export { readRegular } from "./read-regular.ts";
export { StagedFiles } from "./staged-files.ts";
export { attempt, chunksOf, realpathIn, targetOf, writeAtomically, type WrittenText } from "./write-atomically.ts";
export { obstacleBelow, removeBelow, Writer } from "./writer.ts";
