/** The titles of the tests in a source, and of the groups of tests. */
export function titlesIn(source: string): string[];
