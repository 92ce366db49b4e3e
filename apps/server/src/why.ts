/** Why something failed, in one line, for people. */
export function whyOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]!;
}
