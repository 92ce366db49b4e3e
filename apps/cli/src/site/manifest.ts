import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { IndexSession } from "@ccdag/render-html";
import type { VFile } from "vfile";
import { writeAtomically } from "../output.ts";

/** What was written of a project, and what of. */
export interface ManifestProject {
  /** A hash of all that its pages are made of: transcripts, options, the version that told them. */
  readonly key: string;
  readonly title: string;
  readonly sessions: readonly IndexSession[];
  /** A hash of each file, by its name in the folder of the site. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a site is made of. No time of a run is in it. */
export interface Manifest {
  readonly version: 1;
  readonly projects: Readonly<Record<string, ManifestProject>>;
  /** Files that an earlier run wrote and that this one will remove, should it come to its end. */
  readonly leftovers: readonly string[];
  /** A hash of the pages that the index of words was made of. */
  readonly words?: string | undefined;
  readonly index?: string | undefined;
}

const name = "ccdag-site.json";

/** Read the manifest of a site; an empty one where there is none, or where it is not ours. */
export async function readManifest(folder: string): Promise<Manifest> {
  const empty: Manifest = { version: 1, projects: {}, leftovers: [] };
  const text = await readFile(join(folder, name), "utf8").catch(() => "");
  try {
    const found = JSON.parse(text) as Partial<Manifest> | null;
    return found?.version === 1 && typeof found.projects === "object" ? { ...empty, ...(found as Manifest) } : empty;
  } catch {
    return empty;
  }
}

/** Write the manifest, with its projects in the order of their names. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const projects = Object.fromEntries(Object.entries(manifest.projects).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ ...manifest, projects, leftovers: [...manifest.leftovers].sort() }, undefined, 1)}\n`;
  if ((await readFile(join(folder, name), "utf8").catch(() => "")) !== text)
    await writeAtomically(join(folder, name), text);
}

/** A hash of texts and bytes; where one ends and the next begins is part of it. */
export function hashOf(...parts: ReadonlyArray<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("base64url");
}

/** A hash of all files of a project, by name and content. */
export function hashOfProject({ data }: VFile, ...others: readonly string[]): string {
  const files = (data.companions ?? []).flatMap(({ path, value }) => [path ?? "", value ?? ""]);
  return hashOf(...others, ...files);
}
