import { stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CallError } from "../io.ts";
import { whyOf } from "@ccdag/pipeline";

/** A plugin to load, and the folders to search. */
export interface Wanted {
  /** As typed: `xyz`, `@you/xyz`, `./xyz.js`. */
  readonly name: string;
  /** What messages call it. */
  readonly kind: "plugin" | "renderer";
  /** The prefix of package names, without a dash. */
  readonly prefix: "ccdag" | "ccdag-render";
  /** The folder that packages are resolved from. */
  readonly from: string;
  /** The folder that paths are relative to. */
  readonly paths: string;
  /** The path of the config that names it; absent for the command line. */
  readonly by?: string | undefined;
  /** Names of the built-in alternatives, for the message. */
  readonly known?: readonly string[] | undefined;
}

/** A module that was found and loaded. */
export interface LoadedModule {
  /** Its default export: a plugin, or a preset. */
  readonly value: ((...parameters: never[]) => unknown) | Readonly<Record<string, unknown>>;
  /** All of its exports. */
  readonly module: Readonly<Record<string, unknown>>;
  /** The absolute path of the module. */
  readonly path: string;
}

/**
 * Load a plugin by its name: a file or a package. A package with the prefix takes precedence over one without it.
 *
 * @param wanted the name, and the folders to search.
 * @throws CallError if there is no such plugin, it cannot be loaded, or it has no usable default export.
 */
export async function loadModule(wanted: Wanted): Promise<LoadedModule> {
  const { name, kind, by } = wanted;
  const url = await locate(wanted);
  const path = fileURLToPath(url);
  const what = `${kind} \`${name}\`${by === undefined ? "" : ` of \`${by}\``}`;
  let module: Record<string, unknown>;
  try {
    module = (await import(url)) as Record<string, unknown>;
  } catch (error) {
    throw new CallError(`Cannot load ${what} from \`${path}\`: ${whyOf(error)}`);
  }
  const value = module["default"];
  if (typeof value === "function") return { value: value as LoadedModule["value"], module, path };
  if (isPreset(value)) return { value, module, path };
  throw new CallError(`Unexpected ${what} in \`${path}\`, expected a plugin or a preset as its default export`);
}

/** Whether a value is a preset of unified: an object with `plugins`, `settings` or both. */
export function isPreset(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { plugins, settings } = value as Record<string, unknown>;
  const isList = plugins === undefined || plugins === null || Array.isArray(plugins);
  return isList && (Array.isArray(plugins) || (typeof settings === "object" && settings !== null));
}

async function locate({ name, kind, prefix, from, paths, by, known }: Wanted): Promise<string> {
  const isPath = /^\.{0,2}[/\\]/.test(name) || isAbsolute(name);
  const { resolvePlugin } = await import("load-plugin");
  const folders = [from, import.meta.dirname ?? fileURLToPath(new URL(".", import.meta.url))];
  try {
    const url = isPath
      ? pathToFileURL(resolve(paths, name)).href
      : await resolvePlugin(name, { from: folders.map((one) => pathToFileURL(`${one}/`)), prefix });
    if (url.startsWith("file:") && (await stat(fileURLToPath(url))).isFile()) return url;
  } catch (error) {
    if (!isMissing(error)) throw new CallError(`Cannot find ${kind} \`${name}\`: ${whyOf(error)}`);
  }
  const full = name.startsWith("@") ? name.replace("/", `/${prefix}-`) : `${prefix}-${name}`;
  const names = isPath ? [resolve(paths, name)] : name.startsWith(`${prefix}-`) ? [name] : [full, name];
  const isFile = !isPath && (await stat(resolve(paths, name)).catch(() => undefined))?.isFile() === true;
  const hint = isFile ? `; \`./${name}\` is a file` : "";
  const tried = names.map((one) => `\`${one}\``).join(" and ");
  const where = isPath ? "" : ` from \`${from}\``;
  const owner = by === undefined ? "" : ` of \`${by}\``;
  const alternatives = known === undefined ? "" : `; built in are ${known.join(", ")}`;
  throw new CallError(`Cannot find ${kind} \`${name}\`${owner}; tried ${tried}${where}${alternatives}${hint}`);
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return ["ENOENT", "ERR_MODULE_NOT_FOUND", "ERR_UNSUPPORTED_DIR_IMPORT", "ERR_INVALID_MODULE_SPECIFIER"].includes(
    code,
  );
}
