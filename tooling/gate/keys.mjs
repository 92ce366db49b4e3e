// What decides about a result, and lies outside of the files that turbo hashes: the versions of programs, and the folders with
// recordings. Each is a variable `CCDAG_KEY_…` that turbo.json names for the tasks that depend on it.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { top } from "../setup/install.mjs";
import { browserPath, databaseVersion, firstLine } from "./services.mjs";

/** The folders with recordings: the variable that names each, and what a task that reads it has in its key. */
export const recordings = {
  CCDAG_TRUTH: "CCDAG_KEY_TRUTH",
  CCDAG_SOURCES: "CCDAG_KEY_SOURCES",
  CCDAG_TRIALS: "CCDAG_KEY_TRIALS",
  CCDAG_CORPUS: "CCDAG_KEY_CORPUS",
};

/**
 * All keys, as environment variables.
 *
 * @returns {Record<string, string>}
 */
export function keys(env = process.env) {
  return {
    CCDAG_KEY_NODE: `${process.version} ${process.platform} ${process.arch}`,
    CCDAG_KEY_BROWSER: browserVersion(env),
    CCDAG_KEY_DATABASE: databaseVersion(env),
    CCDAG_KEY_IMPORTS: importsIn(sources()),
    ...Object.fromEntries(Object.entries(recordings).map(([name, key]) => [key, hashOfFolder(env[name])])),
  };
}

function browserVersion(env) {
  const path = browserPath(env);
  return path === undefined ? "none" : `${path} ${firstLine(path, "--version")}`;
}

/** A hash of the paths and contents of all files below a folder; "none" without a folder. */
export function hashOfFolder(folder) {
  if (!folder || !existsSync(folder)) return "none";
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
  for (const path of files) {
    const bytes = readFileSync(join(folder, path));
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** The sources of all packages, by their paths. */
function sources() {
  const folders = ["packages", "apps"].flatMap((group) =>
    readdirSync(join(top, group)).map((name) => join(group, name, "src")),
  );
  const paths = folders
    .filter((folder) => existsSync(join(top, folder)))
    .flatMap((folder) => readdirSync(join(top, folder), { recursive: true }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith(".ts"));
  return paths.sort((a, b) => (a < b ? -1 : 1)).map((path) => [path, readFileSync(join(top, path), "utf8")]);
}

/** A hash of which file imports what: the shape of the program, as a bundler and a package manager see it. */
export function importsIn(files) {
  const hash = createHash("sha256");
  const imported = /\b(?:from|import|URL|resolve|require)\b\s*\(?\s*(["'][^"']+["'])/g;
  for (const [path, text] of files) {
    const names = [...text.matchAll(imported)].map(([, name]) => String(name));
    hash.update(`${path}\n${names.join(" ")}\n`);
  }
  return hash.digest("hex");
}
