import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Writer } from "@ccdag/keep/write";
import { onTestFinished } from "vitest";
import { run } from "../src/index.ts";
import type { Io } from "../src/index.ts";
import { hashOf } from "../src/site/manifest.ts";
import { type SitePart, sitePartsOf } from "../src/site/site-parts.ts";
import { writeSite, type WriteSiteOptions } from "../src/site/write-site.ts";

/** A folder that is removed after the test. */
export function scratch(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) put(folder, name, text);
  return folder;
}

/** Write a file below a folder. */
export function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** Run the command line in this process. */
export async function ccdag(argv: readonly string[], io: Partial<Io> = {}) {
  let stdout = "";
  let stderr = "";
  const code = await run(argv, {
    stdin: (async function* () {})(),
    stdout: async (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    cwd: tmpdir(),
    env: {},
    isTerminal: false,
    ...io,
  });
  return { code, stdout, stderr };
}

/** Records as JSONL. */
export function jsonl(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** A short conversation: a prompt and an answer. */
export function talk(name: string, parentUuid: string | null = null): string {
  const time = "2026-01-01T10:00:00.000Z";
  return jsonl(
    { type: "user", uuid: `${name}-u`, parentUuid, timestamp: time, message: { content: `Question ${name}` } },
    {
      type: "assistant",
      uuid: `${name}-a`,
      parentUuid: `${name}-u`,
      timestamp: time,
      message: { id: `m-${name}`, model: "claude", content: [{ type: "text", text: `Answer ${name}` }] },
    },
  );
}

export const sample: string = new URL("../../../tooling/fixtures/sample/", import.meta.url).pathname;
export const read = (...path: string[]): string => readFileSync(join(...path), "utf8");

/** The documents that an export wrote into a folder, as it lists them, without the index. */
export function documentsIn(folder: string): string[] {
  const { formats } = JSON.parse(read(folder, ".ccdag-export.json")) as {
    formats: Record<string, { documents: Array<{ name: string }> }>;
  };
  return Object.values(formats).flatMap(({ documents }) => documents.map(({ name }) => name));
}

/** Write a site of one folder, without a search index unless it is asked for. */
export async function buildSite(folder: string, out: string, options: Partial<WriteSiteOptions> = {}): Promise<void> {
  await writeSite([{ input: folder, folder }], out, {
    index: "../index.html",
    signature: "1",
    policy: hashOf([]),
    search: false,
    prune: false,
    confirm: async () => true,
    divide: (source) => partsOf(source.folder),
    writer: new Writer(["/nowhere"]),
    progress: () => {},
    report: async () => {},
    ...options,
  });
}

/** The parts of a folder, without anything remembered. */
export async function partsOf(folder: string): Promise<readonly SitePart[]> {
  const io = { cwd: folder, env: {}, config: undefined, processor: undefined, followLinks: false };
  return sitePartsOf({ input: folder, folder }, io as never, false);
}
