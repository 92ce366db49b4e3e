// What all judges look at: folders and files that are read once, the trees of each, and what is rendered of them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readProject, readTranscript } from "@ccdag/files";
import { ccdag } from "@ccdag/processor";
import { renderAll } from "./render-all.mjs";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** What is read: a folder, or one transcript with what belongs to it. Nothing is read before it is asked for. */
export class Reading {
  #file;
  #tree;
  #rendered;

  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  /** The file, with all others as its companions. */
  async file() {
    this.#file ??= this.path.endsWith(".jsonl") ? await readTranscript(this.path) : await readProject(this.path);
    return this.#file;
  }

  /** Its tree. */
  async tree() {
    const file = await this.file();
    this.#tree ??= ccdag().parse(file);
    return this.#tree;
  }

  /** Its outputs in every format, and the faults in them. */
  async rendered() {
    this.#rendered ??= renderAll(await this.file(), await this.tree());
    return this.#rendered;
  }
}

/** The bundled scenarios: each has a name, and its folder of projects, with an outline beside it. */
export function bundled() {
  const names = readdirSync(join(fixtures, "scenarios")).sort();
  return names.map((name) => ({ name, path: join(fixtures, "scenarios", name, "projects") }));
}

/** The recorded scenarios, each with what was said; the bundled ones where there are none. */
export function scenarios({ CCDAG_TRUTH: base } = process.env) {
  if (base === undefined) return bundled();
  const lists = ["LIST.txt", "LIST-open.txt"].map((list) => join(base, list)).filter(existsSync);
  const names = lists.flatMap((list) => readFileSync(list, "utf8").split("\n").filter(Boolean));
  return names.map((name) => ({
    name,
    path: join(base, "truth", name, "projects"),
    expected: JSON.parse(readFileSync(join(base, "truth", name, "expected.json"), "utf8")),
  }));
}

/** The corpus of public transcripts: a folder with a folder for each repository. Nothing where there is none. */
export function repositories({ CCDAG_CORPUS: base } = process.env) {
  return base === undefined || !existsSync(base) ? [] : foldersIn(base);
}

/** The bundled sample. */
export const sample = join(fixtures, "sample");

/** The folders in a folder, with their paths. */
export function foldersIn(base) {
  const inside = readdirSync(base, { withFileTypes: true }).filter((one) => one.isDirectory());
  return inside.map(({ name }) => join(base, name)).sort();
}
