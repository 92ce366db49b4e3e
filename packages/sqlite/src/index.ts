export { besideDatabase } from "./beside-database.ts";
export { DatabaseReader } from "./database-reader.ts";
export { applicationIdOf, DatabaseWriter } from "./database-writer.ts";
export type { DatabaseRow, DatabaseRows } from "./open-rows.ts";
