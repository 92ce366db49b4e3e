export { cacheFor, cacheName, lastingFolders, sha256, writeCache } from "./cache.ts";
export { pathOnDisk, readProject, readTranscript } from "./read-project.ts";
export {
  type DividedProject,
  type DivideOptions,
  divideProject,
  type ProjectPart,
  readPart,
  readPartOf,
  readPartsWith,
} from "./divide-project.ts";
export {
  findHolders,
  findProjects,
  findSessions,
  newestSession,
  projectFolders,
  projectName,
  projectsRoot,
  sessionIds,
} from "./find.ts";
export { type HistoryPrompt, type HistorySession, readHistory } from "./history.ts";
export { historyTranscript } from "./history-transcript.ts";
export { isTranscript, type MemoryFile, toProject } from "./memory.ts";
export { plainName } from "./is-transcript.ts";
export { type FileContent, readContent, readInto, unpack } from "./read-bytes.ts";
export { statOf } from "./stat-of.ts";
export { listTranscripts, type TogetherOptions } from "./together.ts";
export { baseOfVariant, variantOf } from "./variant-name.ts";
export { linkedProjects, type ListedFile, listFiles, type ListOptions, type SourceFor } from "./list-files.ts";
