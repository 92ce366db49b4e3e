export function textOf(text: string, path: string): string;
