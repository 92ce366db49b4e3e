export const allowed: ReadonlyArray<{ readonly path: string; readonly word: string; readonly reason: string }>;
