// What a status line needs while somebody waits for it: it starts without the rest of the library.
export { cacheFolder } from "./cache-folder.ts";
export { readStatus, type RememberedStatus, statusPlaces, type StatusPlaces } from "./remembered-status.ts";
export { statusLine, valueAt } from "./status-line.ts";
