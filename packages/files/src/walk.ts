import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * List the files below a folder, without following links to folders.
 *
 * @param folder where to begin.
 * @returns paths relative to the folder, with `/`, sorted; a folder that cannot be listed is included and ends in `/`.
 * @throws the error of the file system if `folder` itself cannot be listed.
 */
export async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const open = [""];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const items = await readdir(join(folder, next), { withFileTypes: true }).catch((error: unknown) => {
      if (next === "") throw error;
      found.push(`${next}/`);
      return [];
    });
    for (const item of items) {
      const path = next === "" ? item.name : `${next}/${item.name}`;
      if (item.isDirectory()) open.push(path);
      else if (item.isFile() || item.isSymbolicLink()) found.push(path);
    }
  }
  return found.sort();
}
