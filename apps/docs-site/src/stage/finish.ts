// Fixes the output of typedoc: the page of a package with several entries is README.md, without a title, and has no links to it.
// A table of type parameters that only has their names repeats the signature.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const api = fileURLToPath(new URL("../../out/api/", import.meta.url));

for (const name of readdirSync(api, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".md"))) {
  const path = join(api, name);
  if (name.endsWith("index.md") && existsSync(join(dirname(path), "README.md"))) continue;
  const text = readFileSync(path, "utf8")
    .replaceAll("README.md", "index.md")
    .replace(/^#{4,6} Type Parameters\n\n\| Type Parameter \|\n(?:\|.*\n)+\n/gm, "");
  const title = relative(api, dirname(path));
  writeFileSync(path, text.replace(/^(\[.*) \/ \n\n# $/m, `$1\n\n# ${title}`));
  if (name.endsWith("README.md")) renameSync(path, join(dirname(path), "index.md"));
}
