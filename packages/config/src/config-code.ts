import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { findFormat, type OptionRow } from "@ccdag/pipeline/tables";
import { isBuiltIn } from "./built-in.ts";
import { type FoundConfig, readConfig } from "./read-config.ts";
import { readModule } from "./read-module.ts";
import { locate, type Wanted } from "./load-module.ts";
import { readUse } from "./read-use.ts";
import { toTexts } from "./setting-texts.ts";
import { type Control, controlOf } from "./control-of.ts";

/** Whether a config does more than to choose among the options of ccdag: it is a program, or it names one. */
export function runsCode(found: FoundConfig): boolean {
  return !found.path.endsWith(".json") || modulesOf(found).length > 0;
}

/**
 * The settings of a config that only the user may choose: they say where transcripts are read from, kept or sent to.
 *
 * @param found the config.
 * @param rows the options that can be set.
 * @returns their names, in the order of the config.
 */
export function consentedSettings({ config }: FoundConfig, rows: readonly OptionRow[]): string[] {
  const settings = (config.settings ?? {}) as Readonly<Record<string, unknown>>;
  return Object.keys(settings).filter(
    (name) => isChosen(settings[name]) && rows.some((row) => row.name === name && row.inConfig?.needsConsent === true),
  );
}

/** What is switched off moves nothing, and what is invalid is an error. */
function isChosen(value: unknown): boolean {
  return value === true || typeof value === "string" || Array.isArray(value);
}

type Module = Pick<Wanted, "name" | "kind" | "prefix">;

/** The modules that a config names: plugins, a renderer after `to`, and plugins of remark. */
function modulesOf({ config }: FoundConfig): Module[] {
  const { to, remark = [] } = (config.settings ?? {}) as Readonly<Record<string, unknown>>;
  const plugins = textsOf((config.plugins ?? []).map((one) => (Array.isArray(one) ? one[0] : one) as unknown));
  const renderers = textsOf([to]).map(nameOf);
  const all: Module[] = plugins
    .filter((name) => !isBuiltIn(name))
    .map((name) => ({ name, kind: "plugin", prefix: "ccdag" }));
  for (const name of renderers)
    if (findFormat(name) === undefined) all.push({ name, kind: "renderer", prefix: "ccdag-render" });
  for (const value of textsOf([remark].flat()))
    for (const one of toTexts(value, { flags: "" })) all.push({ name: nameOf(one), kind: "plugin", prefix: "remark" });
  return all;
}

function textsOf(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === "string" && value !== "");
}

/** The name before the options; what cannot be read is reported when it is used. */
function nameOf(text: string): string {
  try {
    return readUse(text).name;
  } catch {
    return text;
  }
}

/** The code that a config runs: its own, what it imports by relative paths, and the modules that JSON names. */
async function codeOf(path: string): Promise<Array<readonly [path: string, text: string]>> {
  const code = [...(await readModule(path))];
  const json = path.endsWith(".json") ? await readConfig(path).catch(() => undefined) : undefined;
  for (const wanted of json ? modulesOf(json) : []) {
    const folder = dirname(path);
    const module = await locate({ ...wanted, from: folder, paths: folder }).catch(() => undefined);
    if (module !== undefined) for (const one of await readModule(module)) code.push(one);
  }
  return code;
}

/** A hash of all code that a config runs. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for (const [one, text] of await codeOf(path)) hash.update(`${one}\n${text}`);
  return hash.digest("hex");
}

/** A file that a config runs, and who else controls it. */
export interface Controlled {
  readonly path: string;
  readonly control: Control;
}

/** The first file that another user controls, of a config and all that it runs. */
export async function controlOfCode(path: string): Promise<Controlled | undefined> {
  const own = await controlOf(path);
  if (own !== undefined) return { path, control: own };
  for (const [one] of await codeOf(path)) {
    // A manifest runs nothing.
    if (basename(one) === "package.json") continue;
    const control = await controlOf(one).catch(() => undefined);
    if (control !== undefined) return { path: one, control };
  }
  return undefined;
}
