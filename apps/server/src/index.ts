export { openStore, type Token } from "@ccdag/store";
export { type AppOptions, createApp, type LogEntry, type ServerEnv } from "./app.ts";
export { basePath } from "./base-path.ts";
export { readDocument } from "./document.ts";
export type { ErrorCode } from "./envelope.ts";
export { defaultPort, type RunningServer, type ServeStoreOptions, serveStore } from "./serve.ts";
export { importWithWorkers, type WorkersImport, type WorkersLeft } from "./jobs/import-with-workers.ts";
export { type JobKind, type JobQueue, openQueue, type QueueOptions } from "./jobs/queue.ts";
export {
  type JobHandler,
  type RunningWorker,
  startWorker,
  type WorkerLogEntry,
  type WorkerOptions,
} from "./jobs/start-worker.ts";
export { type StoredText, storedFiles } from "./transcripts/stored-files.ts";
export { checkOut, type CheckedOut } from "./transcripts/check-out.ts";
export {
  type FolderImport,
  importFolder,
  type ImportFolderOptions,
  type ImportProblem,
} from "./transcripts/import-folder.ts";
