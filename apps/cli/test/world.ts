import { tmpdir } from "node:os";
import { Writer } from "@ccdag/keep/write";
import { hashOf, type SitePart, sitePartsOf, writeSite, type WriteSiteOptions } from "@ccdag/site";
import { read } from "../../../tooling/tests/scratch.ts";
import { run } from "../src/index.ts";
import type { Io } from "../src/index.ts";

export { jsonl, put, read, sample, scratch, talk } from "../../../tooling/tests/scratch.ts";

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
  const io = { cwd: folder, env: {}, config: undefined, processor: undefined, followLinks: false, roots: [] };
  return sitePartsOf({ input: folder, folder }, io as never, false);
}
