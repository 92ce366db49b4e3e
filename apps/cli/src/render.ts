import type { Root } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import type { Pluggable } from "unified";
import type { VFile } from "vfile";
import type { Renderer } from "./renderer.ts";

/** Compile a tree with a renderer. */
export function render(tree: Root, file: VFile, plugin: Pluggable): string {
  return String(ccdag().use([plugin]).stringify(tree, file));
}

/** A renderer with the options that were given, over its own; a preset has its options in itself. */
export function withOptions({ plugin, options: own }: Renderer, options: object): Pluggable {
  const given = Object.entries({ ...own, ...options }).filter(([, value]) => value !== undefined);
  return typeof plugin === "function" && given.length > 0 ? ([plugin, Object.fromEntries(given)] as Pluggable) : plugin;
}
