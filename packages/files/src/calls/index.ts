export { quarterMs, type RecordedCall, type ScannedCalls } from "./call-scan.ts";
export { type NeedsTree, readPartCalls, type SessionCalls } from "./part-calls.ts";
export { ScanRoom } from "../scan-room.ts";
