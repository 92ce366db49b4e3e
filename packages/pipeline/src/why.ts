/** The name and the message of an error, on one line. */
export function whyOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n")[0]!;
}

/** The name and the message of an error, with the location in the code that threw it, for authors of plugins. */
export function whereOf(error: unknown): string {
  const { stack = "" } = error instanceof Error ? error : {};
  // The message comes before the frames, and may quote a text of any length.
  const frames = stack.slice(stack.indexOf("\n    at ")).slice(0, 10_000);
  const frame = /^ +at (?:.*\()?((?:file:|\/|[A-Z]:\\)[^()\n]*:\d+:\d+)\)?$/m.exec(frames)?.[1];
  return frame === undefined ? whyOf(error) : `${whyOf(error)} (${frame})`;
}
