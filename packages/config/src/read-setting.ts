import { resolve } from "node:path";
import { isForUser, type OptionRow, RequestError, valueKindOf } from "@ccdag/pipeline/tables";
import type { SettingOrigin } from "./setting.ts";
import { holdsPaths, toSwitch, toTexts } from "./setting-texts.ts";

/**
 * Check the value of a setting, and turn it into what the command line gives for the option.
 *
 * @param row the option.
 * @param value as a config holds it, or the text of a variable.
 * @param origin where it comes from.
 * @throws RequestError that names the file and the key, or the variable.
 */
export function readSetting(row: OptionRow, value: unknown, origin: SettingOrigin): unknown {
  const read = readers[valueKindOf(row)](value, row, origin);
  if (!(read instanceof Expected)) return read;
  const what = origin.kind === "environment" ? `\`${String(value)}\`` : `setting \`${row.name}\``;
  throw new RequestError(`Unexpected ${what} in \`${origin.where}\`, expected ${read.what}`);
}

/** What a value should have been. */
class Expected {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}

type Reader = (value: unknown, row: OptionRow, origin: SettingOrigin) => unknown;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const text: Reader = (value) => (isText(value) ? value : new Expected("a text"));

const readers: Readonly<Record<ReturnType<typeof valueKindOf>, Reader>> = {
  switch: (value, _, { kind }) => {
    if (kind !== "environment") return typeof value === "boolean" ? value : new Expected("true or false");
    return toSwitch(String(value)) ?? new Expected("1, true, yes or on, or 0, false, no or off");
  },
  choice: (value, { choices }) => {
    const names = Object.keys(choices ?? {});
    return names.includes(value as string) ? value : new Expected(`one of ${names.join(", ")}`);
  },
  size: readSize,
  number: (value, { name }) => {
    const digits = typeof value === "number" || isText(value) ? String(value) : "";
    // A port may be 0, for any that is free.
    const isValid =
      name === "port" ? /^\d{1,5}$/.test(digits) && Number(digits) <= 65_535 : /^[1-9]\d{0,2}$/.test(digits);
    if (isValid) return digits;
    return new Expected(name === "port" ? "a number up to 65535" : "a number up to 999");
  },
  path: (value, { off }, { kind, folder }) => {
    const isOff =
      off !== undefined && (value === false || (kind === "environment" && toSwitch(String(value)) === false));
    if (isOff) return false;
    if (isText(value)) return resolve(folder, value);
    return new Expected(off === undefined ? "a path" : "a path or false");
  },
  list: (value, row, { folder }) => {
    const list = isText(value) ? toTexts(value, row) : value;
    if (!Array.isArray(list) || list.length === 0 || !list.every(isText)) return new Expected("a list of texts");
    return holdsPaths(row) ? list.map((path) => resolve(folder, path)) : list;
  },
  text,
};

function readSize(value: unknown, { read }: OptionRow): unknown {
  if (typeof value === "number") return value > 0 ? value : new Expected("a number of characters");
  try {
    return isText(value) ? read!(value) : new Expected("a number of characters");
  } catch (error) {
    if (!isForUser(error)) throw error;
    return new Expected(error.message.slice(error.message.indexOf("a number")));
  }
}
