import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const top = new URL("../../", import.meta.url);

/** A block of code in a document. */
export interface Block {
  /** `<path>:<line>`. */
  readonly at: string;
  readonly path: string;
  /** The heading above it. */
  readonly section: string;
  readonly language: string;
  readonly code: string;
}

/** Documents for people: not what a model reads, the output of tools, nor test data. */
const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: top,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !/^(?:\.changeset|plugins|tooling)\/|CHANGELOG\.md$/.test(path));

/** The READMEs of packages and apps. */
export const readmes: readonly string[] = documents.filter((path) =>
  /^(?:packages|apps)\/[\w-]+\/README\.md$/.test(path),
);

/** The text of a document. */
export function textOf(path: string): string {
  return readFileSync(new URL(path, top), "utf8");
}

/** All blocks of some documents, in the order of their paths. */
export function blocksOf(isMeant: (path: string) => boolean): Block[] {
  return documents.filter(isMeant).flatMap(blocksIn);
}

function blocksIn(path: string): Block[] {
  const found: Block[] = [];
  const text = textOf(path);
  for (const match of text.matchAll(/^(`{3,})([^\s`]*)[^\n]*\n([\s\S]*?)^\1$/gm)) {
    const before = text.slice(0, match.index);
    const section = /^#+ (.*)$/m.exec(before.slice(before.lastIndexOf("\n#") + 1))?.[1] ?? "";
    const at = `${path}:${before.split("\n").length}`;
    const [, , language = "", code = ""] = match;
    found.push({ at, path, section, language, code });
  }
  return found;
}

/** A program: a block of TypeScript, with the blocks that continue it in the same section. */
export interface Program {
  readonly at: string;
  readonly section: string;
  readonly code: string;
}

/** Programs of documents: a block continues the previous one when it uses a name that only that one declares. */
export function programsOf(blocks: readonly Block[]): Program[] {
  return blocks
    .filter(({ language }) => language === "ts")
    .reduce<Array<Program & { path: string }>>((all, block) => {
      const before = all.at(-1);
      const isSame = before?.path === block.path && before.section === block.section;
      const free = isSame ? namesOf(before.code).filter((name) => uses(block.code, name)) : [];
      if (before && free.length > 0) all[all.length - 1] = { ...before, code: `${before.code}\n${block.code}` };
      else all.push(block);
      return all;
    }, []);
}

/** Names that a program declares at its top level. */
function namesOf(code: string): string[] {
  return [...code.matchAll(/^(?:export )?(?:const|let|function|class) (?:\{([^}]*)\}|(\w+))/gm)].flatMap(
    ([, several, one]) =>
      one === undefined ? (several ?? "").split(",").map((name) => name.split(":").at(-1)!.trim()) : one,
  );
}

function uses(code: string, name: string): boolean {
  const isOwn = namesOf(code).includes(name) || new RegExp(`^import .*\\b${name}\\b`, "m").test(code);
  return !isOwn && new RegExp(`(?<![."'/\\w])${name}\\b(?!["':])`).test(code);
}

/** Why a program is compiled, but not run. */
export function whyNotRun({ code }: Program): string | undefined {
  if (code.includes("conformance(")) return "it is a test itself, run by those of the kit";
  if (code.includes("/browser")) return "it needs a page; the browser tests mount one";
  return undefined;
}

/** What a program prints, as the comments behind its `console.log` say. */
export function printedBy({ code }: Program): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].flatMap((match) => match.slice(1));
}

/** Printed text without its layout. */
export function plain(words: string): string {
  return words.replace(/["'`\s]|…$/g, "").replace(/….*$/, "");
}
