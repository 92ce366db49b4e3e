import JSON5 from "json5";
import { RequestError } from "@ccdag/pipeline/tables";

/** A plugin by name, with its options; `false` turns it off. */
export interface Use {
  readonly name: string;
  readonly options?: unknown;
}

/**
 * Parse a value of `--use`: `name`, `name=false`, `name=key:value,…` or `name={…}`, in JSON5.
 *
 * @param text as typed.
 * @param option the name of the option, for the message (default: `use`).
 * @throws RequestError if the options cannot be parsed.
 */
export function readUse(text: string, option = "use"): Use {
  // A path may contain `=`, too: only text that looks like options ends it.
  const isPath = /^(?:\.{0,2}[/\\]|[A-Za-z]:)/.test(text);
  const at = isPath ? text.search(/=\s*(?:\{|true$|false$|[\w$"']+\s*:)/) : text.indexOf("=");
  const name = (at === -1 ? text : text.slice(0, at)).trim();
  if (name === "") throw new RequestError(`Unexpected --${option} \`${text}\`, expected a name, or name=options`);
  if (at === -1) return { name };
  const given = text.slice(at + 1).trim();
  const isWhole = /^(?:\{|true$|false$)/.test(given);
  try {
    return { name, options: JSON5.parse(isWhole ? given : `{${given}}`) };
  } catch {
    throw new RequestError(
      `Unexpected options \`${given}\` of \`${name}\`, expected key:value or {key: value}, with quotes around strings: ${name}=key:'text'`,
    );
  }
}
