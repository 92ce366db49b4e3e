import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { init, parse } from "es-module-lexer";

/**
 * Read a module, the modules that it imports by relative paths, and the manifest of its package.
 *
 * @param path the path of the module.
 * @returns the text of each file by its path; empty for one that cannot be read.
 */
export async function readModule(path: string): Promise<Map<string, string>> {
  await init;
  const texts = new Map<string, string>();
  const manifest = await manifestOf(path);
  const stack = manifest === undefined ? [path] : [path, manifest];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (texts.has(one)) continue;
    const text = await readFile(one, "utf8").catch(() => "");
    texts.set(one, text);
    for (const specifier of importsOf(text, one))
      if (specifier.startsWith(".")) stack.push(resolve(dirname(one), specifier));
  }
  return texts;
}

/**
 * Feed a hash with all that {@link readModule} reads: the hash changes when one of the files does.
 *
 * @param path the path of the module.
 * @param update called with each path and text.
 */
export async function feedModule(path: string, update: (text: string) => void): Promise<void> {
  for (const [one, text] of await readModule(path)) update(`${one}\n${text}`);
}

function importsOf(text: string, path: string): string[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return [];
  try {
    return parse(text)[0].flatMap(({ n }) => n ?? []);
  } catch {
    // A file that cannot be parsed as a module has no known imports.
    return [];
  }
}

/**
 * The manifest of the package that a file belongs to.
 *
 * @param path the path of the file.
 * @returns the path of the nearest `package.json`; absent without one.
 */
export async function manifestOf(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (await stat(manifest).catch(() => undefined)) return manifest;
  }
  return undefined;
}
