import type { OptionRow } from "@ccdag/pipeline/tables";
import type { ConfigIo } from "./config-io.ts";
import { isMisspelt, nearest } from "./nearest.ts";
import { variableOf, variablePrefix } from "./setting.ts";

/** A setting in an environment variable, not yet read. */
export interface Variable {
  /** The name of the option. */
  readonly option: string;
  /** The name of the variable. */
  readonly name: string;
  readonly text: string;
}

/** The settings in environment variables. An empty variable is none. */
export function variablesOf(rows: readonly OptionRow[], env: ConfigIo["env"]): Variable[] {
  return rows.flatMap(({ name: option }) => {
    const name = variableOf(option);
    const text = env[name];
    return text ? [{ option, name, text }] : [];
  });
}

/**
 * The variables that are probably misspelt, each with the name that was meant. Other programs may use the prefix, too: a
 * variable that is like none of ours is theirs.
 *
 * @param io the variables, and the options that can be set.
 */
export function misspeltVariables({
  env,
  settings,
}: Pick<ConfigIo, "env" | "settings">): Array<readonly [name: string, meant: string]> {
  const known = settings.map(({ name }) => variableOf(name));
  const unknown = Object.keys(env).filter((name) => name.startsWith(variablePrefix) && !known.includes(name));
  const pairs = unknown.sort().map((name) => [name, nearest(name, known)] as const);
  return pairs.filter(([name, meant]) => isMisspelt(withoutPrefix(name), withoutPrefix(meant)));
}

function withoutPrefix(name: string): string {
  return name.slice(variablePrefix.length);
}
