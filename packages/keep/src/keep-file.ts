import * as fs from "node:fs";
import { basename } from "node:path";
import { baseOfVariant, plainName, unpack } from "@ccdag/files";
import type { KeptArchive } from "./archive.ts";
import type { CopiedFile } from "./copy-ahead.ts";
import { hasZstd, type HashedContent, pack, type Packing, packingOf, readHashed } from "./hashed-content.ts";
import type { KeptFile } from "./archive-manifest.ts";
import type { FileToKeep } from "./find-to-keep.ts";

/** What became of a file: its content was there, it continued what was there, or it was not there yet. */
export interface KeptAs {
  readonly kind: "unchanged" | "grown" | "new" | "variant";
  /** The file of the archive that holds its content. */
  readonly path: string;
  /** The size of what was copied, in bytes. */
  readonly bytes: number;
}

/** What is larger is not compressed, in bytes: it would be in memory for it. */
const maxPacked = 1e9;

/**
 * Keep a file. If it continues a kept variant, it replaces that one; if it is the beginning of one, nothing is written;
 * any other content is kept beside the others. A killed run leaves the old file or the new one, and a draft.
 *
 * @param source the file.
 * @param copied its copy. A file that is written to is kept as it was when it was copied.
 * @param archive the archive.
 * @param wanted how transcripts are stored (default: as the variant that they continue, else as they are).
 * @throws an error if it cannot be read or written.
 */
export async function keepFile(
  source: FileToKeep,
  { draft, atime, mtime }: CopiedFile,
  archive: KeptArchive,
  wanted: Packing | undefined,
): Promise<KeptAs> {
  const base = baseOfVariant(source.path);
  const own = plainName(source.path);
  try {
    const packed = packingOf(source.path);
    const found = await readHashed(packed === "" ? draft : source.real, packed, archive.sizes(base));
    const known = await variantLike(found, base, archive);
    if (known?.isHeld) return { kind: "unchanged", path: known.path, bytes: 0 };
    const before = known?.path ?? archive.lost(base, found.beginnings);
    const usual = before === undefined ? packingOf(source.path) : packingOf(before);
    const packing = isTranscript(base) ? (wanted ?? usual) : "";
    const file = await store(source, draft, found, hasRoom(before ?? own, packing) ? packing : "");
    fs.utimesSync(draft, atime, mtime);
    const kind = known ? "grown" : archive.variants(base).length === 0 ? "new" : "variant";
    const ending = file.stored === undefined ? "" : file.packing;
    const moved = before === undefined && own === base ? await makeRoom(base, found.size, archive) : undefined;
    const path = moved === undefined ? archive.pathOf(before, own, ending) : base;
    const first = archive.manifest.files.get(base);
    await archive.place(draft, path, file);
    if (moved !== undefined) archive.note(moved, first!);
    if (before !== undefined && before !== path) {
      archive.flush(path);
      archive.replace(before);
    }
    return { kind, path, bytes: found.size };
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** How long a name may be, in bytes, on nearly all file systems. */
const maxName = 255;

/** Whether the name of a file has room for the ending of a compressed one. */
function hasRoom(path: string, packing: Packing): boolean {
  return Buffer.byteLength(`${basename(plainName(path))}${packing}`) <= maxName;
}

/** Whether a file grows at its end, and is read compressed. */
function isTranscript(base: string): boolean {
  return base.endsWith(".jsonl");
}

/** The variant that holds a content, or else the longest one that it continues. */
async function variantLike(
  { size, sha256, beginnings }: HashedContent,
  base: string,
  archive: KeptArchive,
): Promise<{ readonly path: string; readonly isHeld: boolean } | undefined> {
  let longest: readonly [path: string, file: KeptFile] | undefined;
  const variants = archive.variants(base);
  for (const [path, file] of variants) {
    if (file.sha256 === sha256) return { path, isHeld: true };
    const isContinued = file.size < size && beginnings.get(file.size) === file.sha256;
    if (isContinued && file.size >= (longest?.[1].size ?? 0)) longest = [path, file];
  }
  for (const [path, file] of variants) {
    if (file.size <= size) continue;
    const held = await readHashed(archive.on(path), packingOf(path), [size]);
    if (held.beginnings.get(size) === sha256) return { path, isHeld: true };
  }
  return longest && { path: longest[0], isHeld: false };
}

/**
 * Make the draft what is stored, and verify it.
 *
 * @param source the file that was read.
 * @param draft the draft; it holds the content, unless the file is compressed.
 * @param found what was read.
 * @param wanted how it is stored, if it can be.
 */
async function store(
  source: FileToKeep,
  draft: string,
  found: HashedContent,
  wanted: Packing,
): Promise<Omit<KeptFile, "state"> & { readonly packing: Packing }> {
  const from = packingOf(source.path);
  const { size, sha256, stored } = found;
  // What cannot be unpacked stays as it is.
  const isOpaque = stored?.sha256 === sha256;
  const packing =
    isOpaque || size > maxPacked ? from : wanted === ".zst" && !hasZstd && from !== wanted ? ".gz" : wanted;
  if (from === "" && packing === "") return { size, sha256, packing };
  if (from === packing) {
    fs.copyFileSync(source.real, draft);
    fs.chmodSync(draft, 0o600);
  } else {
    const content = from === "" ? fs.readFileSync(draft) : (await unpack(fs.readFileSync(source.real))).bytes;
    fs.writeFileSync(draft, packing === "" ? content : await pack(content, packing), { mode: 0o600 });
  }
  const written = await readHashed(draft, packing, []);
  if (written.sha256 !== sha256) throw new Error("It changed while it was read, or cannot be compressed");
  return { size, sha256, stored: written.stored, packing };
}

/**
 * Make room for a longer file at the plain name, which is the one that transcripts name: what has it gets a number, too.
 *
 * @returns the other path of the file that has the name; absent if it does not give way.
 */
async function makeRoom(base: string, size: number, archive: KeptArchive): Promise<string | undefined> {
  const variants = archive.variants(base);
  const [, first] = variants.find(([path]) => path === base) ?? [];
  if (isTranscript(base) || first === undefined || first.size >= size) return undefined;
  const twin = variants.find(([path, { sha256 }]) => path !== base && sha256 === first.sha256);
  if (twin !== undefined) return twin[0];
  const path = archive.freePath(base, "");
  try {
    fs.linkSync(archive.on(base), archive.on(path));
  } catch {
    // Some file systems have no links.
    const draft = await archive.draft();
    fs.copyFileSync(archive.on(base), draft);
    await archive.place(draft, path, first);
  }
  return path;
}

/**
 * Store a kept transcript in another way. The old file is removed after the new one was verified.
 *
 * @param path a kept file.
 * @param archive the archive.
 * @param packing how it is to be stored.
 * @returns how much was read, in bytes; 0 if there was nothing to do.
 */
export async function convert(path: string, archive: KeptArchive, packing: Packing): Promise<number> {
  const file = archive.manifest.files.get(path)!;
  const isOpaque = file.stored?.sha256 === file.sha256;
  if (
    packingOf(path) === packing ||
    !hasRoom(path, packing) ||
    !isTranscript(baseOfVariant(path)) ||
    isOpaque ||
    file.size > maxPacked
  )
    return 0;
  const draft = await archive.draft();
  try {
    const { atime, mtime } = fs.statSync(archive.on(path));
    const source = { path, real: archive.on(path), state: "", modified: 0n };
    const packed = packingOf(path);
    if (packed === "") fs.copyFileSync(source.real, draft);
    const found = await readHashed(source.real, packed, []);
    if (found.sha256 !== file.sha256) throw new Error("It has changed since it was kept");
    const stored = await store(source, draft, found, packing);
    fs.utimesSync(draft, atime, mtime);
    const place = archive.pathOf(path, plainName(path), packing);
    await archive.place(draft, place, stored);
    archive.flush(place);
    archive.replace(path);
    return file.size;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}
