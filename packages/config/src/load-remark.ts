import type { Pluggable } from "unified";
import { toPluggable } from "./attach.ts";
import { loadModule, type PluginPlace } from "./load-module.ts";
import type { Use } from "./read-use.ts";

/**
 * Load a remark plugin by name: `remark-<name>`, else `<name>`, or a file.
 *
 * @param use its name and options, as typed after `--remark`.
 * @param io the environment of the run: packages are resolved from the folder of the config, else from the current one.
 * @throws RequestError if no plugin is found.
 */
export async function loadRemark({ name, options }: Use, { cwd, config }: PluginPlace): Promise<Pluggable> {
  const from = config?.folder ?? cwd;
  const { value, path } = await loadModule({ name, kind: "plugin", prefix: "remark", from, paths: cwd });
  return toPluggable({ value, options, name: `plugin \`${name}\` (\`${path}\`)` });
}
