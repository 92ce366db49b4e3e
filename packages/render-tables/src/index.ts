export {
  type TableColumn,
  type ColumnType,
  type Table,
  type TableName,
  tableOf,
  tables,
  tablesVersion,
} from "./schema.ts";
export { type TableRow, type RowOptions, toRows, type Value } from "./rows.ts";
export { type CreateEncoder, sizeOf, type TableEncoder } from "./encoder.ts";
export { type RenderTablesOptions, shownFolder } from "./options.ts";
