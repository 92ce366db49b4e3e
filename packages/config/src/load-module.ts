import { stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { RequestError } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { assertReadsTree } from "./assert-reads-tree.ts";
import { isOfAnother } from "./control-of.ts";

/** A plugin to load, and the folders to search. */
export interface Wanted {
  /** As typed: `xyz`, `@you/xyz`, `./xyz.js`. */
  readonly name: string;
  /** What messages call it. */
  readonly kind: "plugin" | "renderer";
  /** The prefix of package names, without a dash. */
  readonly prefix: "ccdag" | "ccdag-render" | "remark";
  /** The folder that packages are resolved from. */
  readonly from: string;
  /** The folder that paths are relative to. */
  readonly paths: string;
  /** The path of the config that names it; absent for the command line. */
  readonly by?: string | undefined;
  /** Names of the built-in alternatives, for the message. */
  readonly known?: readonly string[] | undefined;
}

/** Where the plugins that are named on the command line are looked for. */
export interface PluginPlace {
  /** The folder that paths are relative to. */
  readonly cwd: string;
  /** The user's config: packages are resolved from its folder (default: from `cwd`). */
  readonly config?: { readonly folder: string } | undefined;
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
 * @throws RequestError if there is no such plugin, it cannot be loaded, it reads another version of the tree, or it has no usable
 * default export.
 */
export async function loadModule(wanted: Wanted): Promise<LoadedModule> {
  const { name, kind, by } = wanted;
  const path = await locate(wanted);
  const what = `${kind} \`${name}\`${by === undefined ? "" : ` of \`${by}\``}`;
  await assertReadsTree(path, what);
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw new RequestError(`Cannot load ${what} from \`${path}\`: ${whyOf(error, path)}`);
  }
  const value = module["default"];
  if (typeof value === "function") return { value: value as LoadedModule["value"], module, path };
  if (isPreset(value)) return { value, module, path };
  throw new RequestError(`Unexpected ${what} in \`${path}\`, expected a plugin or a preset as its default export`);
}

/** Whether a value is a preset of unified: an object with `plugins`, `settings` or both. */
export function isPreset(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { plugins, settings } = value as Record<string, unknown>;
  const isList = plugins === undefined || plugins === null || Array.isArray(plugins);
  return isList && (Array.isArray(plugins) || (typeof settings === "object" && settings !== null));
}

/**
 * Find the module of a plugin, without loading it. The folder of the command line is searched last.
 *
 * @param wanted the name, and the folders to search.
 * @returns the absolute path of the module.
 * @throws RequestError if there is no such plugin, or a package with its name belongs to another user.
 */
export async function locate({ name, kind, prefix, from, paths, by, known }: Wanted): Promise<string> {
  const isPath = /^\.{0,2}[/\\]/.test(name) || isAbsolute(name);
  const full = name.startsWith("@") ? name.replace("/", `/${prefix}-`) : `${prefix}-${name}`;
  const isFull = name.replace(/^@[^/]*\//, "").startsWith(`${prefix}-`);
  const names = isPath ? [resolve(paths, name)] : isFull ? [name] : [full, name];
  try {
    const path = isPath ? resolve(paths, name) : await resolvePackage(names, from);
    if (path !== undefined && (await stat(path)).isFile()) {
      // Packages are found in all folders above, such as /tmp/node_modules.
      if (!isPath && (await isOfAnother(path, by)))
        throw new RequestError(
          `Cannot use ${kind} \`${name}\`: \`${path}\` belongs to another user; use it by this path`,
        );
      return path;
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (!isMissing(error)) throw new RequestError(`Cannot find ${kind} \`${name}\`: ${whyOf(error)}`);
  }
  const isFile = !isPath && (await stat(resolve(paths, name)).catch(() => undefined))?.isFile() === true;
  const hint = isFile ? `; \`./${name}\` is a file` : "";
  const tried = names.map((one) => `\`${one}\``).join(" and ");
  const where = isPath ? "" : ` from \`${from}\``;
  const owner = by === undefined ? "" : ` of \`${by}\``;
  const alternatives = known === undefined ? "" : `; built in are ${known.join(", ")}`;
  throw new RequestError(`Cannot find ${kind} \`${name}\`${owner}; tried ${tried}${where}${alternatives}${hint}`);
}

/** The file of the first package that is found, in the order of the folders; absent for a module of Node. */
async function resolvePackage(names: readonly string[], from: string): Promise<string | undefined> {
  const { resolve: resolveModule } = await import("import-meta-resolve");
  const folders = [from, import.meta.dirname ?? fileURLToPath(new URL(".", import.meta.url))];
  let missing: unknown;
  for (const folder of folders)
    for (const name of names)
      try {
        const url = resolveModule(name, pathToFileURL(`${folder}/`).href);
        return url.startsWith("file:") ? fileURLToPath(url) : undefined;
      } catch (error) {
        missing = error;
      }
  throw missing;
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return ["ENOENT", "ERR_MODULE_NOT_FOUND", "ERR_UNSUPPORTED_DIR_IMPORT", "ERR_INVALID_MODULE_SPECIFIER"].includes(
    code,
  );
}
