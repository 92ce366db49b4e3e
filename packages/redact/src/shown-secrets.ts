import { namesKeyFile } from "./detect/key-part.ts";
import { printsSecret } from "./detect/printed.ts";

/** A text, and what stands around it where a reader sees it. */
export interface InContext {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** Fields of the inputs of tools that say what the result shows. */
const fields = ["command", "script", "file_path", "path", "notebook_path"] as const;

/**
 * The outputs of calls that print a secret or show the file of a private key, each below its command, as in a terminal: the
 * output alone does not say what it is.
 *
 * @param calls the calls, with their inputs and results.
 */
export function outputsOf(calls: ReadonlyArray<Record<string, unknown>>): InContext[] {
  return calls.flatMap(({ input, result }) => {
    const command = fields.map((field) => textIn(input, field)).find((text) => text !== undefined);
    if (command === undefined || !(printsSecret(command) || namesKeyFile(command))) return [];
    return stringsIn(result).map((value) => ({ before: `$ ${command}\n`, value, after: "" }));
  });
}

function textIn(input: unknown, field: string): string | undefined {
  const value: unknown =
    typeof input === "object" && input !== null ? (input as Record<string, unknown>)[field] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** All strings below a value, however deep. */
function stringsIn(value: unknown): string[] {
  const strings: string[] = [];
  const stack = [value];
  while (stack.length > 0) {
    const one = stack.pop();
    if (typeof one === "string") strings.push(one);
    else if (typeof one === "object" && one !== null) for (const each of Object.values(one)) stack.push(each);
  }
  return strings;
}
