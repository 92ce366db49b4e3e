/** A fence of backticks, longer than any run of backticks in the code, so that the code cannot close it. */
export function fenceFor(code: string): string {
  let longest = 2;
  if (code.includes("```")) for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}
