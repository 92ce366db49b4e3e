import type { Root } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import type { Pluggable } from "unified";
import type { VFile } from "vfile";

/** Compile a tree with a renderer. */
export function render(tree: Root, file: VFile, plugin: Pluggable): string {
  return String(ccdag().use([plugin]).stringify(tree, file));
}

/** A renderer with options; a preset has its options in itself. */
export function withOptions(plugin: Pluggable, options: Readonly<Record<string, unknown>>): Pluggable {
  return typeof plugin === "function" ? ([plugin, options] as Pluggable) : plugin;
}
