/** The names of types that more than one file declares and exports: one sentence for each. */
export function duplicateTypes(sources: Iterable<readonly [path: string, text: string]>): string[];

/** The duplicates of the project. */
export function duplicateTypesHere(): string[];
