export { type Arranged, arrangeClient, arrangedFolder } from "./arrange.ts";
export type { ClientFile, ClientFiles, TranscriptPlace, PlacedFacts } from "./client-files.ts";
export { firstRecord } from "./first-record.ts";
