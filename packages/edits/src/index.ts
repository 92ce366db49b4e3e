export { pathFromBeginning, sessionPaths, type SessionPath } from "./session-paths.ts";
export { type EditCount, changedFiles } from "./changed-files.ts";
export { editsOf, type EditOptions } from "./edits-of.ts";
export { patchOf, type Patch, type PatchOptions, whoOf } from "./patch-of.ts";
export { nameIn, type NameOptions, type Worktree, worktreeOf } from "./name.ts";
export type { Edit, EditReport, Evidence, FileEdits, FileKnowledge, Hunk } from "./types.ts";
export { netChange, type MadeHunk, type NetChange } from "./net-change.ts";
export { changedWords, type WordPiece } from "./changed-words.ts";
