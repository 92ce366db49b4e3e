import type { FileAsset } from "@ccdag/mdast";
import type { SharedFiles } from "./page-options.ts";
import { pageScript, pageScriptHash, pageStyle, pageStyleHash } from "../generated.ts";

/**
 * The files with script and style that the pages of a site share.
 *
 * @param folder the folder for them, relative to the pages, with `/` at its end.
 */
export function sharedAssets(folder: string): SharedFiles & { readonly assets: readonly FileAsset[] } {
  const script = `${folder}${nameOf(pageScriptHash)}.js`;
  const style = `${folder}${nameOf(pageStyleHash)}.css`;
  const encoder = new TextEncoder();
  const assets = [
    { path: script, bytes: encoder.encode(pageScript) },
    { path: style, bytes: encoder.encode(pageStyle) },
  ];
  return { script, style, assets };
}

/** The name of a file by the hash of its content. */
function nameOf(hash: string): string {
  const bytes = Array.from(atob(hash.replace("sha256-", "")), (byte) => byte.charCodeAt(0));
  return bytes
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 20);
}
