/** What an error says, on one line. */
export function whyOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n")[0]!;
}

/** The same, and the line of code that it comes from: for the author of the plugin. */
export function whereOf(error: unknown): string {
  const { stack = "" } = error instanceof Error ? error : {};
  const frame = /^ +at (?:.*\()?((?:file:|\/|[A-Z]:\\)[^()\n]*:\d+:\d+)\)?$/m.exec(stack)?.[1];
  return frame === undefined ? whyOf(error) : `${whyOf(error)} (${frame})`;
}
