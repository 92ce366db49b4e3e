/** The CPU time of reading a shape with a number of lines, in milliseconds. */
export function readingTime(shape: string, lines: number): number;
/** The CPU times of commands on a shape with a number of lines, by command, in milliseconds. */
export function commandTimes(shape: string, lines: number, names: readonly string[]): Record<string, number>;
