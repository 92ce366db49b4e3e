export { type Arranged, arrangeClient, arrangedFolder } from "./arrange.ts";
export type { ClientFile, ClientFiles, TranscriptPlace, PlacedFacts } from "./client-files.ts";
export { type Beginning, firstRecord, readBeginning } from "./first-record.ts";
