import { isTranscript } from "@ccdag/files/memory";
import type { GivenFile } from "./protocol.ts";

/** Files from the reader, and the name of the project. */
export interface Given {
  readonly name: string;
  readonly files: readonly GivenFile[];
  /** The number of files that were ignored, because they are not transcripts. */
  readonly others: number;
}

/** Files of an input; if a folder was chosen, with their paths in it. */
export function fromInput(list: Iterable<File>): Given {
  return toGiven([...list].map((blob) => ({ path: blob.webkitRelativePath || blob.name, blob })));
}

/** Files and folders that were dropped. Call it while the event is handled: later the list is empty. */
export async function fromDrop({ items }: DataTransfer): Promise<Given> {
  const open: FileSystemEntry[] = [];
  const found: GivenFile[] = [];
  for (const item of items) {
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (entry) open.push(entry);
    else if (file) found.push({ path: file.name, blob: file });
  }
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const path = entry.fullPath.replace(/^\//, "");
    if (entry.isDirectory) for (const one of await listFolder(entry as FileSystemDirectoryEntry)) open.push(one);
    else found.push({ path, blob: await toFile(entry as FileSystemFileEntry) });
  }
  return toGiven(found);
}

/** List a folder: the reader returns entries in batches, and at the end an empty one. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const one of some) all.push(one);
  }
}

function toFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Make paths relative to the folder that all of them share, as on the command line. */
function toGiven(all: readonly GivenFile[]): Given {
  const files = all.filter(({ path }) => isTranscript(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const [first] = files;
  const top = /^([^/]+)\//.exec(first?.path ?? "")?.[1];
  const isOne = top !== undefined && files.every(({ path }) => path.startsWith(`${top}/`));
  const cut = isOne ? files.map(({ path, blob }) => ({ path: path.slice(top.length + 1), blob })) : files;
  const name = isOne ? top : files.length === 1 ? first!.path : ".";
  return { name, files: cut, others: all.length - files.length };
}
