/** A row, by the names of its columns; numbers of 64 bits are texts. */
export type SqlRow = Record<string, unknown>;

export function questions(): string[];
export function openTables(
  folder: string,
  form?: "parquet" | "csv" | "lake",
): Promise<{ ask: (sql: string) => Promise<SqlRow[]>; close: () => void }>;
export const countedSql: string;
export const statements: Readonly<Record<string, string>>;
export function usageSql(keys: readonly string[]): string;
