import { RequestError } from "@ccdag/pipeline/tables";
import { isMisspelt, nearest } from "@ccdag/config";
import { type CursorContent, readCursor } from "./cursor.ts";
import type { McpInput, McpInputs, McpTool } from "./mcp-tool.ts";

/** The schema of the inputs of a tool. */
export interface InputSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, object>;
  readonly required?: string[];
  readonly additionalProperties: false;
}

/** Make the JSON schema of the inputs of a tool. With a cursor a tool needs no other input. */
export function schemaOf({ inputs }: McpTool): InputSchema {
  const hasCursor = inputs.some(({ name }) => name === "cursor");
  const required = inputs.flatMap(({ name, isRequired }) => (isRequired && !hasCursor ? [name] : []));
  return {
    type: "object",
    properties: Object.fromEntries(inputs.map((input) => [input.name, propertyOf(input)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function propertyOf({ type, description, choices }: McpInput): object {
  if (type === "text") return { type: "string", description, ...(choices ? { enum: choices } : {}) };
  return { type: "integer", minimum: type[0], maximum: type[1], description };
}

/** The inputs of a call, and the cursor that it continues. */
export interface ReadInputs {
  readonly inputs: McpInputs;
  readonly cursor: CursorContent | undefined;
}

/**
 * Check the inputs of a call. With a cursor they are those of the call that it continues; the same values may be repeated.
 *
 * @param tool the tool that is called.
 * @param given what the client sent.
 * @throws RequestError for the first input that is unknown, missing or has an unexpected value.
 */
export function readInputs(tool: McpTool, given: Readonly<Record<string, unknown>>): ReadInputs {
  const inputs = check(tool, given);
  const { cursor: text, ...others } = inputs;
  if (text === undefined) {
    for (const { name, isRequired, description } of tool.inputs)
      if (isRequired && inputs[name] === undefined)
        throw new RequestError(`Expected \`${name}\` for ${tool.name}: ${description}`);
    return { inputs, cursor: undefined };
  }
  const cursor = readCursor(String(text));
  if (cursor.tool !== tool.name)
    throw new RequestError(`Unexpected \`cursor\` for ${tool.name}: it continues an answer of ${cursor.tool}`);
  const first = check(tool, cursor.inputs);
  for (const [name, value] of Object.entries(others))
    if (value !== undefined && value !== first[name])
      throw new RequestError(`Unexpected \`${name}\` beside \`cursor\`, which continues a call with other inputs`);
  return { inputs: first, cursor };
}

function check(tool: McpTool, given: Readonly<Record<string, unknown>>): McpInputs {
  const names = tool.inputs.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const near = nearest(name, names);
    const hint = isMisspelt(name, near) ? `; did you mean \`${near}\`?` : "";
    throw new RequestError(`Unexpected input \`${name}\` for ${tool.name}, expected ${names.join(", ")}${hint}`);
  }
  return Object.fromEntries(tool.inputs.map((input) => [input.name, valueOf(input, given[input.name])]));
}

/** A cursor holds the inputs of a call, and has to fit beside an answer. */
const maxChars = 500;

/** The value of an input; absent for `null` and an empty text, which some models send for no value. */
function valueOf({ name, type, choices }: McpInput, value: unknown): string | number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (type === "text") {
    const text = typeof value === "number" ? String(value) : value;
    const most = name === "cursor" ? 20 * maxChars : maxChars;
    if (typeof text !== "string" || text.length > most)
      throw new RequestError(`Unexpected \`${name}\`, expected a text of at most ${most} characters`);
    if (choices !== undefined && !choices.includes(text))
      throw new RequestError(`Unexpected \`${name}\` \`${text.slice(0, 80)}\`, expected ${choices.join(", ")}`);
    return text;
  }
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  const [least, greatest] = type;
  if (typeof number === "number" && Number.isInteger(number) && number >= least && number <= greatest) return number;
  throw new RequestError(`Unexpected \`${name}\`, expected a whole number from ${least} to ${greatest}`);
}
