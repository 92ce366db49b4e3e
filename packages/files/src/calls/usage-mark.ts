/** What each line with usage has. */
export const usageMark: Buffer = Buffer.from('"usage"');
