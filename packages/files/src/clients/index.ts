export { type Arranged, arrangeClient, arrangedFolder } from "./arrange.ts";
export type { ClientFile, ClientFiles, Place, PlacedFacts } from "./client-files.ts";
