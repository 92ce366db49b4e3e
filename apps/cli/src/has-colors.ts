import type { Io } from "./io.ts";

/**
 * Whether a text has colours.
 *
 * @param color what was typed: `--color`, `--no-color` or neither.
 * @param isTerminal whether the text goes to a terminal.
 * @param io the variables of the run: `NO_COLOR` switches them off.
 */
export function hasColors(
  color: boolean | undefined,
  isTerminal: boolean | undefined,
  { env }: Pick<Io, "env">,
): boolean {
  return color ?? (isTerminal === true && !env["NO_COLOR"]);
}
