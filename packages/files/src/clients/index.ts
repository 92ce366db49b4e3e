export { type Arranged, arrangeClient, arrangedFolder } from "./arrange.ts";
export type { ClientFile, ClientFiles, TranscriptPlace, PlacedFacts } from "./client-files.ts";
export { beginningOf, firstRecord } from "./first-record.ts";
