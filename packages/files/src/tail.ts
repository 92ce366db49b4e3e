// What follows a transcript that grows needs, without what reads folders.
export { readTail, type TailCall, type TranscriptTail } from "./calls/read-tail.ts";
