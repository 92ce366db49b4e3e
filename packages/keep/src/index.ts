export { checkKept } from "./check-kept.ts";
export { hasZstd, type Packing } from "./hashed-content.ts";
export { ownFolder } from "./archive-manifest.ts";
export { rootsToKeep } from "./find-to-keep.ts";
export { assertArchive, type Kept, keepAll, type KeepOptions, lockArchive } from "./keep-run.ts";
export { keepWatching } from "./keep-watching.ts";
