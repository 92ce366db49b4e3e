import { findFormat, formatOfEnding, formats, loadFormat, type Renderer, whereOf } from "@ccdag/pipeline";
import { ccdag } from "@ccdag/processor";
import type { Pluggable, PluggableList } from "unified";
import { rendererSettings, RequestError } from "@ccdag/pipeline/tables";
import type { UserPlugin } from "./attach.ts";
import { expectedName } from "./nearest.ts";
import { loadModule, type PluginPlace } from "./load-module.ts";
import type { Use } from "./read-use.ts";

/** The endings of the files of all formats, each once. */
const endings = [...new Set(formats.map((format) => format.ending))];

/**
 * Choose the format: that of `--to`, else that of the file ending of the output, else Markdown.
 *
 * @param to the name of a format, as typed.
 * @param output the output, as typed.
 * @param hasConfigRenderer whether the config has a renderer, which is then the default (default: `false`).
 * @returns the name; absent for the renderer of the config.
 * @throws RequestError when the two contradict each other.
 */
export function chooseFormat(
  to: string | undefined,
  output: string | undefined,
  hasConfigRenderer = false,
): string | undefined {
  const ending = output === undefined ? undefined : /\.[a-z]+\d?$/i.exec(output)?.[0]?.toLowerCase();
  const fromEnding = ending === undefined ? undefined : formatOfEnding(ending);
  const format = to === undefined ? undefined : findFormat(to);
  if (format && fromEnding !== undefined && format.ending !== findFormat(fromEnding)!.ending)
    throw new RequestError(
      `Unexpected format \`${to}\` for \`${output}\`, expected \`${fromEnding}\` or another ending`,
    );
  if (to === undefined && fromEnding === undefined && hasConfigRenderer) return undefined;
  if (to === undefined && ending !== undefined && fromEnding === undefined)
    throw new RequestError(
      `Unexpected ending \`${ending}\`, expected ${endings.slice(0, -1).join(", ")} or ${endings.at(-1)}, or a format after --to`,
    );
  return to ?? fromEnding ?? "markdown";
}

/**
 * Load a renderer by name: one that comes with ccdag, else `ccdag-render-<name>`, else `<name>`, or a file.
 *
 * @param use its name and options, as typed after `--to`.
 * @param io the environment of the run: packages are resolved from the folder of the config, else from the current one.
 * @throws RequestError if no renderer is found, or the module that was found is not one.
 */
export async function loadRenderer({ name, options }: Use, { cwd, config }: PluginPlace): Promise<Renderer> {
  const given = options as Readonly<Record<string, unknown>> | undefined;
  if (findFormat(name) !== undefined) {
    assertSettings(name, given);
    return loadFormat(name, given);
  }
  const { value, module, path } = await loadModule({
    name,
    kind: "renderer",
    prefix: "ccdag-render",
    from: config?.folder ?? cwd,
    paths: cwd,
    known: formats.map((format) => format.name),
  });
  assertCompiles(value as Pluggable, `renderer \`${name}\` (\`${path}\`)`);
  const ending = endingOf(module["ending"], `renderer \`${name}\` (\`${path}\`)`);
  return { plugin: value as Pluggable, name, ending, path, given };
}

/** Make a renderer of the plugin of the config that renders. A preset that contains one sets the level of detail itself. */
export function configRenderer({ value, name, path, ending }: UserPlugin): Renderer {
  const plugin = (typeof value === "function" ? value : { plugins: [] }) as Pluggable;
  return { plugin, name, ending: endingOf(ending, name), path: path ?? "the config" };
}

/** A misspelt option of a built-in renderer would have no effect, and nobody would know. */
function assertSettings(format: string, given: Readonly<Record<string, unknown>> = {}): void {
  const unknown = Object.keys(given).find((key) => !rendererSettings.includes(key));
  if (unknown === undefined) return;
  const expected = expectedName(unknown, rendererSettings, "an option of its renderer, as its README lists them");
  throw new RequestError(`Unexpected option \`${unknown}\` of \`${format}\`, ${expected}`);
}

function endingOf(ending: unknown, name: string): string {
  if (ending === undefined) return ".txt";
  if (typeof ending === "string" && /^(?:\.[\w-]+)+$/.test(ending)) return ending;
  throw new RequestError(`Unexpected \`ending\` of ${name}, expected one like \`.txt\``);
}

function assertCompiles(plugin: Pluggable, what: string): void {
  let compiler: unknown;
  try {
    compiler = ccdag()
      .use([plugin] as PluggableList)
      .freeze().compiler;
  } catch (error) {
    throw new RequestError(`Cannot use ${what}: ${whereOf(error)}`);
  }
  if (compiler === undefined) throw new RequestError(`Unexpected ${what}, expected one that sets a compiler`);
}
