import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The bytes of all files below a folder; links are not followed. */
export function sizeOf(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += sizeOf(path);
    else if (entry.isFile()) sum += lstatSync(path).size;
  }
  return sum;
}
