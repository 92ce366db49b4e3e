/** A value of a row: a time is in milliseconds since 1970. */
export type Value = string | number | boolean | null;

/** A row, by the names of the columns. */
export type TableRow = Readonly<Record<string, Value>>;
