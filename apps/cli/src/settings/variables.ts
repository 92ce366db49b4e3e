import type { Io } from "../io.ts";
import { settingRows } from "../options.ts";
import { nearest } from "./nearest.ts";
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
export function variablesOf(env: Io["env"]): Variable[] {
  return settingRows().flatMap(({ name: option }) => {
    const name = variableOf(option);
    const text = env[name];
    return text ? [{ option, name, text }] : [];
  });
}

/** The variables with the prefix of ccdag that it does not know, each with the known name that it is nearest to. */
export function unknownVariables(env: Io["env"]): Array<readonly [name: string, nearest: string]> {
  const known = settingRows().map(({ name }) => variableOf(name));
  const unknown = Object.keys(env).filter((name) => name.startsWith(variablePrefix) && !known.includes(name));
  return unknown.sort().map((name) => [name, nearest(name, known)]);
}
