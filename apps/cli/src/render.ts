import type { Root } from "@ccdag/ccast";
import type { FileAsset } from "@ccdag/mdast";
import { ccdag } from "@ccdag/processor";
import type { Pluggable, Preset } from "unified";
import type { VFile } from "vfile";
import { CallError } from "./io.ts";
import { whereOf } from "./plugins/why.ts";
import type { Renderer } from "./renderer.ts";

/** Whether a renderer is a preset: it then knows itself how much is told, and what must not be. */
export function isOwnPreset({ plugin }: Renderer): boolean {
  return typeof plugin === "object" && !Array.isArray(plugin);
}

/** What a renderer made of a tree. */
export interface Rendered {
  /** One text, or those of a renderer that makes several documents. */
  readonly texts: readonly string[];
  /** Files that belong to them. */
  readonly assets: readonly FileAsset[];
  /** Of several pages: on which of them each anchor is, by its name, counted from 1. */
  readonly places?: ReadonlyMap<string, number> | undefined;
}

/**
 * Compile a tree.
 *
 * @param tree the tree.
 * @param file what it is of.
 * @param renderer a plugin, which gets the options, or a preset, whose settings they join.
 * @param options what was asked for; what is not given is left to the settings of the user, and then to the renderer.
 * @throws CallError when a renderer that is not ccdag's own fails.
 */
export function render(tree: Root, file: VFile, renderer: Renderer, options: object): Rendered {
  const { config } = renderer;
  const defined = Object.entries({ ...renderer.options, ...options }).filter(([, value]) => value !== undefined);
  // Renderers of others need not know settings.
  const given = { ...(renderer.path === undefined ? {} : config?.settings), ...Object.fromEntries(defined) };
  const processor = ccdag();
  if (config) processor.use([...config.plugins]);
  if (isOwnPreset(renderer)) processor.use(renderer.plugin as Preset).use({ settings: given });
  else if (typeof renderer.plugin === "function") processor.use([[renderer.plugin, given]] as Pluggable[]);
  else processor.use([renderer.plugin]);
  delete file.data.parts;
  delete file.data.assets;
  delete file.data.places;
  const text = compile();
  return { texts: file.data.parts ?? [text], assets: file.data.assets ?? [], places: file.data.places };

  function compile(): string {
    let rendered: unknown;
    try {
      rendered = processor.stringify(tree, file);
    } catch (error) {
      if (renderer.path === undefined && (config === undefined || config.plugins.length === 0)) throw error;
      throw new CallError(`The ${nameOf(renderer)} failed: ${whereOf(error)}`);
    }
    if (typeof rendered === "string") return rendered;
    if (rendered instanceof Uint8Array) return Buffer.from(rendered).toString("utf8");
    throw new CallError(
      `Unexpected ${rendered === null ? "null" : typeof rendered} from the ${nameOf(renderer)}, expected a text`,
    );
  }
}

function nameOf({ name, path }: Renderer): string {
  return path === undefined ? `renderer \`${name}\` with plugins` : `renderer \`${name}\` (\`${path}\`)`;
}
