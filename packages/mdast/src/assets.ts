import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Asset } from "./types.ts";

/** Available in Node and browsers. */
declare function atob(base64: string): string;

/** A file that belongs to a document. */
export interface FileAsset {
  /** Its path, relative to the document, with `/`. */
  readonly path: string;
  /** Its content. */
  readonly bytes: Uint8Array;
}

/** Files that are collected while a document is rendered. */
export interface Assets {
  /** The function for the option `asset` of `toMdast`. */
  readonly asset: (asset: Asset) => string;
  /** The collected files, each once. */
  readonly files: () => readonly FileAsset[];
}

/** File extensions by media type. Unknown types get `.bin`, so that they are not opened by accident. */
const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/plain": "txt",
};

/**
 * Collect the separate files of a document. A file name is a hash of the content, so equal files are written once.
 *
 * @param folder the folder for the files, relative to the document, with `/` at its end.
 * @returns the function for the option `asset`, and the collected files.
 */
export function collectAssets(folder: string): Assets {
  const files = new Map<string, FileAsset>();
  return {
    asset({ mediaType, data, isText }) {
      const bytes = isText ? utf8ToBytes(data) : fromBase64(data);
      const ending = Object.hasOwn(endings, mediaType) ? endings[mediaType]! : "bin";
      const path = `${folder}${bytesToHex(sha256(bytes)).slice(0, 20)}.${ending}`;
      if (!files.has(path)) files.set(path, { path, bytes });
      return path;
    },
    files: () => [...files.values()],
  };
}

function fromBase64(data: string): Uint8Array {
  const binary = atob(data.replace(/\s/g, ""));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
