import { readdirSync, readFileSync } from "node:fs";
import { VFile } from "vfile";

const folder = new URL("../../../tooling/fixtures/", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.jsonl?$/.test(name));

/** All fixtures as one project. */
export const project = () =>
  new VFile({
    path: "fixtures",
    data: { companions: names.map((path) => new VFile({ path, value: readFileSync(new URL(path, folder)) })) },
  });
