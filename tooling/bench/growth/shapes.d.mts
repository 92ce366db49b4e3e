/** Makes the records of each shape, by path. */
export const shapes: Readonly<Record<string, (lines: number) => Record<string, unknown>>>;
