/** The modules that are stale. */
export function stale(): string[];
