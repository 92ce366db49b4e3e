export { type Table, type TableName, tableOf, tables, tablesVersion } from "./schema.ts";
export type { ColumnType } from "./column.ts";
export { type RowOptions, toRows } from "./to-rows.ts";
export type { TableRow } from "./table-row.ts";
export { type CreateEncoder, sizeOf, type TableEncoder } from "./encoder.ts";
export { type RenderTablesOptions, shownFolder } from "./render-tables-options.ts";
