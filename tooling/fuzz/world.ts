import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ArchiveFile } from "./archives.ts";

/** A word that is in no archive, but in the files that links of an archive lead to. */
export const outsideMark = "OUTSIDE7c3f";

/** Where an archive is: a folder of its own, or the folder of a project that the client has. */
export type Layout = "folder" | "project" | "here";

/** An archive on disk. */
export interface World {
  /** The folder that holds everything; the home and the current folder of a command. */
  readonly folder: string;
  /** The folder of the archive. */
  readonly input: string;
  /** The folder that a command may write to. */
  readonly out: string;
  /** The size of the archive in bytes. */
  readonly bytes: number;
  /** The files that the links of the archive lead to, and the archive; a command changes none of them. */
  readonly before: readonly string[];
}

/** Write an archive to a new folder. */
export function createWorld(files: readonly ArchiveFile[], layout: Layout): World {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-fuzz-"));
  const project = layout === "here" ? folder.replace(/[^a-zA-Z0-9]/g, "-") : "-p";
  const input = join(folder, layout === "folder" ? "archive" : `.claude/projects/${project}`);
  const out = join(folder, "out");
  mkdirSync(input, { recursive: true });
  mkdirSync(out);
  const record = { type: "user", uuid: "o", sessionId: "s0", message: { content: outsideMark } };
  put(folder, "outside.jsonl", `${JSON.stringify(record)}\n`);
  put(folder, "outside/outside.txt", outsideMark);
  put(folder, "outside/agent-a9.jsonl", `${JSON.stringify({ ...record, uuid: "p" })}\n`);
  let bytes = 0;
  for (const [path, content] of files) {
    const at = join(input, path);
    if (!isFree(input, path)) continue;
    mkdirSync(dirname(at), { recursive: true });
    if ("isPipe" in content) execFileSync("mkfifo", [at]);
    else if ("link" in content)
      symlinkSync(content.link.startsWith("outside") ? join(folder, content.link) : content.link, at);
    else {
      writeFileSync(at, content);
      bytes += content.length;
    }
  }
  return { folder, input, out, bytes, before: filesOf(folder) };
}

/** Whether nothing has a path yet, and only folders are on the way to it. */
function isFree(folder: string, path: string): boolean {
  const names = path.split("/");
  return names.every((_, index) => {
    const stats = lstatSync(join(folder, ...names.slice(0, index + 1)), { throwIfNoEntry: false });
    return stats === undefined || (index < names.length - 1 && stats.isDirectory());
  });
}

/** Remove everything that a command wrote. */
export function clear({ out }: World): void {
  rmSync(out, { recursive: true });
  mkdirSync(out);
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Names and hashes of everything in a folder but `out`; links and pipes are not opened. */
export function filesOf(folder: string): string[] {
  return list(folder)
    .filter((name) => name !== "out" && !name.startsWith("out/"))
    .map((name) => {
      const stats = lstatSync(join(folder, name));
      return stats.isFile() ? `${name} ${hash(readFileSync(join(folder, name)))}` : `${name} ${stats.mode}`;
    });
}

/** Everything below a folder, sorted. Links are not followed, which `readdir` does if it is recursive. */
function list(folder: string, above = ""): string[] {
  return readdirSync(join(folder, above), { withFileTypes: true })
    .flatMap((item) => {
      const name = join(above, item.name);
      return item.isDirectory() ? [name, ...list(folder, name)] : [name];
    })
    .sort();
}

function hash(bytes: Uint8Array): string {
  return createHash("sha1").update(bytes).digest("hex");
}

/** The files that a command wrote, by path. */
export function written({ out }: World): Map<string, Buffer> {
  return new Map(
    list(out).flatMap((name) => (lstatSync(join(out, name)).isFile() ? [[name, readFileSync(join(out, name))]] : [])),
  );
}
