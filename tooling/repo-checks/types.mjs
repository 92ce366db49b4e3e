// Fails when two files export a type of the same name.
import { fileURLToPath } from "node:url";
import { files, isSource, read } from "./files.mjs";

const declaration = /^export (?:default )?(?:declare )?(?:abstract )?(?:const )?(?:interface|type|class|enum) (\w+)/gm;

/**
 * The names of types that more than one file declares and exports.
 *
 * @param {Iterable<readonly [string, string]>} sources paths and texts.
 * @returns {string[]} one sentence for each name.
 */
export function duplicateTypes(sources) {
  const owners = new Map();
  for (const [path, text] of sources)
    for (const [, name] of text.matchAll(declaration)) owners.set(name, new Set([...(owners.get(name) ?? []), path]));
  return [...owners]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name} is exported by ${[...paths].sort(byText).join(" and ")}`)
    .sort(byText);
}

function byText(a, b) {
  return a < b ? -1 : 1;
}

/** The duplicates of the project. */
export function duplicateTypesHere() {
  return duplicateTypes(files.filter(isSource).map((path) => [path, read(path)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = duplicateTypesHere();
  for (const one of found) console.error(one);
  process.exitCode = found.length > 0 ? 1 : 0;
}
