import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Asset } from "./types.ts";

/** Node and browsers have it. */
declare function atob(base64: string): string;

/** A file that belongs to a document, and its name. */
export interface FileAsset {
  /** Relative to the document, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Files that are collected while a document is told. */
export interface Assets {
  /** For the option `asset` of `toMdast`. */
  readonly asset: (asset: Asset) => string;
  /** What was collected, each once. */
  readonly files: () => readonly FileAsset[];
}

/** Endings of names. What is not known is data: nobody opens it by accident. */
const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/plain": "txt",
};

/**
 * Collect the files of a document. Their names are made of what is in them, so the same image has one name wherever it
 * stands, and a file that is there already is the same file.
 *
 * @param folder relative to the document, with `/` at its end.
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
