/** The levels of detail that omit something, from the least on. */
const levels: readonly unknown[] = ["prompts", "talk", "steps"];

/**
 * The message for an option of something that a level of detail omits.
 *
 * @param detail the level, as typed.
 * @param flag the option.
 * @param count how many levels, from the least on, omit it.
 * @param what what they omit.
 */
export function omittedBy(detail: unknown, flag: string, count: number, what: string): string | undefined {
  const isOmitted = levels.slice(0, count).includes(detail);
  return isOmitted ? `Unexpected ${flag} with --detail ${String(detail)}, which omits ${what}` : undefined;
}
