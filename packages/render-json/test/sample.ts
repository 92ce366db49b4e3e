import { readFileSync, readdirSync } from "node:fs";
import { VFile } from "vfile";

/** Files below a folder of fixtures, as one project. */
export function projectIn(name: string): VFile {
  const folder = new URL(`../../../tooling/fixtures/${name}/`, import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((one) => /\.jsonl?$/.test(one));
  const companions = names.map((path) => new VFile({ path, value: readFileSync(new URL(path, folder)) }));
  return new VFile({ path: name, data: { companions } });
}
