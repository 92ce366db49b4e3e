export { pathFromBeginning, sessionPaths, type SessionPath } from "./session-paths.ts";
export { changedFiles } from "./changed-files.ts";
export { editsOf, type EditOptions } from "./edits-of.ts";
export { patchOf, type Patch, type PatchedFile, type PatchOptions, whoOf } from "./patch-of.ts";
export { describeReason, type PatchReason, type ReasonKind } from "./reasons.ts";
export { nameIn, type NameProblem } from "./name.ts";
export type { Edit, Editor, EditReport, Evidence, FileEdits, FileKnowledge, ContentState, Hunk } from "./types.ts";
export { netChange, type MadeHunk, type NetChange } from "./net-change.ts";
export { changedWords, type WordPiece } from "./changed-words.ts";
