import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const top = new URL("../../", import.meta.url);

/**
 * A block of code in a document: `at` is `<path>:<line>`, `section` the heading above it.
 *
 * @typedef {{readonly at: string, readonly path: string, readonly section: string, readonly language: string, readonly code: string}} Block
 */

/**
 * A program: a block of TypeScript, with the blocks that continue it in the same section.
 *
 * @typedef {Block} Program
 */

/** Documents for people: not what a model reads, the output of tools, nor test data. */
const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: top,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !/^(?:\.changeset|plugins|tooling)\/|CHANGELOG\.md$/.test(path));

/**
 * The READMEs of packages and apps.
 *
 * @type {readonly string[]}
 */
export const readmes = documents.filter((path) => /^(?:packages|apps)\/[\w-]+\/README\.md$/.test(path));

/**
 * The text of a document.
 *
 * @param {string} path
 * @returns {string}
 */
export function textOf(path) {
  return readFileSync(new URL(path, top), "utf8");
}

/**
 * All blocks of some documents, in the order of their paths.
 *
 * @param {(path: string) => boolean} isMeant
 * @returns {Block[]}
 */
export function blocksOf(isMeant) {
  return documents.filter(isMeant).flatMap(blocksIn);
}

/**
 * @param {string} path
 * @returns {Block[]}
 */
function blocksIn(path) {
  const found = [];
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

/**
 * Programs of documents: a block continues the previous one when it uses a name that only that one declares.
 *
 * @param {readonly Block[]} blocks
 * @returns {Program[]}
 */
export function programsOf(blocks) {
  return blocks
    .filter(({ language }) => language === "ts")
    .reduce((all, block) => {
      const before = all.at(-1);
      const isSame = before?.path === block.path && before.section === block.section;
      const free = isSame ? namesOf(before.code).filter((name) => uses(block.code, name)) : [];
      if (before && free.length > 0) all[all.length - 1] = { ...before, code: `${before.code}\n${block.code}` };
      else all.push(block);
      return all;
    }, /** @type {Program[]} */ ([]));
}

/**
 * Names that a program declares at its top level.
 *
 * @param {string} code
 * @returns {string[]}
 */
function namesOf(code) {
  return [...code.matchAll(/^(?:export )?(?:const|let|function|class) (?:\{([^}]*)\}|(\w+))/gm)].flatMap(
    ([, several, one]) =>
      one === undefined ? (several ?? "").split(",").map((name) => name.split(":").at(-1)?.trim() ?? "") : one,
  );
}

/**
 * @param {string} code
 * @param {string} name
 */
function uses(code, name) {
  const isOwn = namesOf(code).includes(name) || new RegExp(`^import .*\\b${name}\\b`, "m").test(code);
  return !isOwn && new RegExp(`(?<![."'/\\w])${name}\\b(?!["':])`).test(code);
}

/**
 * Why a program is compiled, but not run.
 *
 * @param {Pick<Program, "code">} program
 * @returns {string | undefined}
 */
export function whyNotRun({ code }) {
  if (code.includes("conformance(")) return "it is a test itself, run by those of the kit";
  if (code.includes("/browser")) return "it needs a page; the browser tests mount one";
  return undefined;
}

/**
 * What a program prints, as the comments behind its `console.log` say.
 *
 * @param {Pick<Program, "code">} program
 * @returns {string[]}
 */
export function printedBy({ code }) {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].flatMap((match) => match.slice(1));
}

/**
 * Printed text without its layout.
 *
 * @param {string} words
 * @returns {string}
 */
export function plain(words) {
  return words.replace(/["'`\s]|…$/g, "").replace(/….*$/, "");
}
