import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formats } from "@ccdag/pipeline";
import { run } from "ccdag";
import { samples } from "../playground/samples.ts";

/** A row of the table of formats. */
type Row = (typeof formats)[number];

/** A session in a format, as its command wrote it. */
export interface ShownFormat {
  readonly format: Row;
  /** What a person types. */
  readonly command: string;
  /** What it wrote: paths in the folder of the gallery, with `/`, sorted. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly bytes: Buffer }>;
}

/** The beginning of the id of the session that is shown: the larger one of the first sample. */
const session = "642fe51e";

/**
 * Write one session of the sample in every format of the table, each with the command that the page shows.
 *
 * @param top the repository.
 * @param folder where the files are written; each format has a folder in it.
 * @throws if a command fails.
 */
export async function makeGallery(top: string, folder: string): Promise<readonly ShownFormat[]> {
  const home = mkdtempSync(join(tmpdir(), "ccdag-gallery-"));
  try {
    const { folder: sample } = samples[0]!;
    const name = sample.slice(sample.lastIndexOf("/") + 1);
    cpSync(join(top, "tooling/fixtures", sample), join(home, "projects", name), { recursive: true });
    const shown: ShownFormat[] = [];
    for (const format of formats) shown.push(await write(format, join(folder, format.name), home));
    return shown;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function write(format: Row, cwd: string, home: string): Promise<ShownFormat> {
  mkdirSync(cwd, { recursive: true });
  const hasFolder = format.isTable === true && format.isDatabase !== true;
  const words = ["export", session, "--to", format.name, "-o", hasFolder ? "talk/" : `talk${format.ending}`];
  let said = "";
  const code = await run(words, {
    stdin: (async function* () {})(),
    stdout: async () => {},
    stderr: (text) => void (said += text),
    cwd,
    env: { HOME: home, CLAUDE_CONFIG_DIR: home, XDG_CACHE_HOME: home },
    isTerminal: false,
  });
  if (code !== 0) throw new Error(`Expected \`ccdag ${words.join(" ")}\` to write a file; it said: ${said}`);
  const files = readdirSync(cwd, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: `${format.name}${path.slice(cwd.length).replaceAll("\\", "/")}`, bytes: readFileSync(path) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { format, command: `npx ccdag ${words.join(" ")}`, files };
}
