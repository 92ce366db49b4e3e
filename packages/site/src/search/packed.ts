import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { fromScript, toScript } from "@ccdag/render-html/search";
import type { SiteFolder } from "../pages/site-folder.ts";

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** A file of an index that is not as it was written. */
export class DamagedIndexError extends Error {}

/**
 * A file of the index as a script.
 *
 * @param name its path in the folder of the index.
 * @param content its text, which is compressed.
 */
export async function packScript(name: string, content: string): Promise<string> {
  return toScript(name, (await compress(content)).toString("base64"));
}

/**
 * The content of a file of the index.
 *
 * @param folder the site.
 * @param path its path in the site.
 * @throws DamagedIndexError if it is not there, or is no such file.
 */
export async function readScript(folder: SiteFolder, path: string): Promise<string> {
  const script = await folder.read(path);
  try {
    return (await expand(Buffer.from(fromScript(script ?? ""), "base64"))).toString();
  } catch {
    throw new DamagedIndexError(`Unexpected content of \`${path}\``);
  }
}
