export { cellsOf, pad, splitAt, truncate, wrap } from "./cells.ts";
export { census } from "./census.ts";
export { checkOrder } from "./check-order.ts";
export { draw } from "./draw.ts";
export {
  type EditListOptions,
  type EditRow,
  editRows,
  type FileRow,
  fileRows,
  formatEdits,
  type SessionEdits,
} from "./edit-rows.ts";
export { DamageList, findDamage } from "./find-damage.ts";
export { findDrift } from "./find-drift.ts";
export { formatGroups } from "./format-groups.ts";
export { lastFolders } from "./last-folders.ts";
export { joinOutlines, outline, type Row } from "./outline.ts";
export { type Screen, table, type TableOptions } from "./table.ts";
export { toCsv } from "./to-csv.ts";
export { modelCell, priceNotes, usageCells, usageHeads } from "./usage-cells.ts";
export type { GroupKey, UsageGroup } from "./usage-group.ts";
export { verdict } from "./verdict.ts";
export { wording } from "./wording.ts";
