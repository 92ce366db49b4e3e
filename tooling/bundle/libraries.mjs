// Which libraries are in the bundle, how large they are in it, and their licences.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { top } from "../setup/install.mjs";

/** Packages of others that the published types of the command line name: they are installed beside the bundle. */
export const typed = ["@types/hast", "@types/mdast", "@types/unist", "unified", "vfile"];

/** Libraries that load a file that lies beside their code: they are installed beside the bundle, and loaded when they are needed. */
export const withFiles = ["node-sqlite3-wasm"];

/**
 * The packages in a bundle: the bytes of each in its files.
 *
 * @returns {{name: string, version: string, license: string, folder: string, bytes: number, isOurs: boolean}[]}
 */
export function packagesIn({ inputs, outputs }) {
  const bytes = new Map(Object.keys(inputs).map((input) => [input, 0]));
  for (const output of Object.values(outputs))
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs))
      bytes.set(input, (bytes.get(input) ?? 0) + bytesInOutput);
  const found = new Map();
  for (const [input, size] of bytes) {
    if (!existsSync(join(top, input))) continue;
    const folder = folderOf(join(top, input));
    const one = found.get(folder) ?? { ...manifestOf(folder), folder, bytes: 0 };
    one.bytes += size;
    found.set(folder, one);
  }
  return [...found.values()].filter((one) => one.bytes > 0);
}

/** The folder of the package that a file belongs to: the nearest manifest with a name and a version. */
export function folderOf(file) {
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json")) || manifestOf(folder).version === undefined)
    folder = dirname(folder);
  return folder;
}

function manifestOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version, license, isOurs: name === "ccdag" || name?.startsWith("@ccdag/") === true };
}

/** The texts of the licences of all libraries, one after the other. */
export function licencesOf(packages) {
  const parts = [];
  for (const { name, version, license, folder, isOurs } of packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const texts = readdirSync(folder)
      .filter((file) => (isOurs ? /^NOTICE/ : /^(?:licen[cs]e|copying|notice)/i).test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), "utf8").trim());
    if (texts.length === 0 && isOurs) continue;
    if (texts.length === 0) texts.push(usualText(folder));
    parts.push([`${name} ${version} (${license})`, ...texts].join("\n\n"));
  }
  return `ccdag contains these libraries, with their licences.\n\n${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The text of the licence of a library that has no file for it. */
function usualText(folder) {
  const { name, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (license !== "MIT") throw new Error(`${name} has no text of its licence`);
  const text = readFileSync(join(top, "LICENSE"), "utf8").trim();
  return text.replace(/^Copyright .*$/m, `Copyright (c) ${author?.name ?? author ?? `the authors of ${name}`}`);
}
