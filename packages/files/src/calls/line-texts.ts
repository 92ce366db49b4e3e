const escapedUsageMark = Buffer.from('usage\\"');

/** A text of its own: a part of a line would keep all of it in memory. */
export function flat(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

/** Whether a line has a character that no JSON has, but spaces, tabs, and the end of a line of Windows. */
export function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\0-\x08\x0a-\x1f]/.test(text.endsWith("\r") ? text.slice(0, -1) : text);
}

/** The output tokens in a recorded usage. */
export function outputOf(usage: string): number {
  const { output_tokens: output } = JSON.parse(usage) as { output_tokens?: unknown };
  return typeof output === "number" ? output : 0;
}

/** Whether a record with usage is in a text: in a field of another record, where an archive has kept it. */
export function hasWrapped(bytes: Buffer): boolean {
  for (let found = bytes.indexOf(escapedUsageMark); found !== -1; found = bytes.indexOf(escapedUsageMark, found + 7)) {
    const from = bytes.lastIndexOf(10, found) + 1;
    const raw = bytes.indexOf('"raw"', from);
    if (raw !== -1 && raw < found) return true;
  }
  return false;
}
