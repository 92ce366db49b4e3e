export { openStore } from "@ccdag/store";
export { type AppOptions, basePath, createApp, type LogEntry, readDocument } from "./app.ts";
export type { ErrorCode } from "./envelope.ts";
export type { Visitor } from "./guard.ts";
export { defaultPort, type RunningServer, type ServeOptions, serveStore } from "./serve.ts";
export { checkOut, type CheckedOut } from "./transcripts/check-out.ts";
export {
  type FolderImport,
  importFolder,
  type ImportFolderOptions,
  type ImportProblem,
} from "./transcripts/import-folder.ts";
