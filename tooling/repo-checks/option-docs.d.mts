/** The files that are not as they would be written. */
export function stale(): string[];
