/** The pages of docs/rules, by file name, as they would be written. */
export function pages(): Map<string, string>;
/** The pages that are stale, missing or left over. */
export function stale(): string[];
