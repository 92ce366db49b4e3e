/** The name and the message of an error, on one line. */
export function whyOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n")[0]!;
}

/** The name and the message of an error, with the location in the code that threw it, for authors of plugins. */
export function whereOf(error: unknown): string {
  const { stack = "" } = error instanceof Error ? error : {};
  const frame = /^ +at (?:.*\()?((?:file:|\/|[A-Z]:\\)[^()\n]*:\d+:\d+)\)?$/m.exec(stack)?.[1];
  return frame === undefined ? whyOf(error) : `${whyOf(error)} (${frame})`;
}
