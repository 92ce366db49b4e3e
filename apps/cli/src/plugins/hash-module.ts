import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { init, parse } from "es-module-lexer";

/**
 * Read a module, what it imports by paths, and the manifest of its package: so that a change of any is noticed.
 *
 * @param path the module.
 * @param see called with each text.
 */
export async function readModule(path: string, see: (text: string | Uint8Array) => void): Promise<void> {
  await init;
  const seen = new Set<string>();
  const manifest = await manifestOf(path);
  const open = manifest === undefined ? [path] : [path, manifest];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const text = await readFile(one, "utf8").catch(() => "");
    see(`${one}\n${text}`);
    for (const specifier of importsOf(text, one))
      if (specifier.startsWith(".")) open.push(resolve(dirname(one), specifier));
  }
}

function importsOf(text: string, path: string): string[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return [];
  try {
    return parse(text)[0].flatMap(({ n }) => n ?? []);
  } catch {
    // What is no module has no imports that could be known.
    return [];
  }
}

async function manifestOf(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (await stat(manifest).catch(() => undefined)) return manifest;
  }
  return undefined;
}
