// Plans all that a new thing needs, and writes nothing: a plan that cannot be carried out fails as a whole.
import { maxLines } from "../repo-checks/files.mjs";
import { findWords } from "../repo-checks/words.mjs";
import { scan } from "../repo-checks/scan.mjs";
import { command } from "./command.mjs";
import { format } from "./format.mjs";
import { writtenBy } from "./generate.mjs";
import { isKebab, isReserved } from "./names.mjs";
import { rule } from "./rule.mjs";
import { source } from "./source.mjs";
import { tool } from "./tool.mjs";

/** What can be new: each takes a name, and returns the files to write and the edits of files that exist. */
export const kinds = { rule, tool, command, source, format };

/**
 * @typedef {object} Plan all that a new thing needs.
 * @property {ReadonlyMap<string, string>} texts the text of each file that is written or changed, by its path.
 * @property {readonly string[]} created
 * @property {readonly string[]} changed
 * @property {readonly string[]} generators the names of the generators that run afterwards.
 * @property {readonly string[]} generated what they write.
 * @property {readonly string[]} todo the files in which something is to be replaced.
 * @property {string} guide the document that explains it.
 */

/** Why there is no plan, in one line. */
export class PlanError extends Error {}

/**
 * Plan what is to be written.
 *
 * @param {readonly string[]} args kind and name, as typed.
 * @param {(path: string) => string | undefined} read the text of a file of the project; `undefined` if there is none.
 * @returns {Plan}
 * @throws {PlanError} if the call is wrong, the name is taken, or a file is not as it was when this was written.
 */
export function planOf(args, read) {
  const [kind, name, ...more] = args;
  const usage = `expected \`pnpm new ${Object.keys(kinds).join("|")} <name>\``;
  if (kind === undefined) throw new PlanError(`Unexpected call without a kind, ${usage}`);
  if (!Object.hasOwn(kinds, kind)) throw new PlanError(`Unexpected kind \`${kind}\`, ${usage}`);
  if (name === undefined) throw new PlanError(`Unexpected call without a name, ${usage}`);
  if (more.length > 0) throw new PlanError(`Unexpected \`${more[0]}\` after the name, ${usage}`);
  assertName(name);
  const made = kinds[kind](name);
  assertFree(made, kind, name, read);
  const changed = applyEdits(made.edits, read);
  const texts = new Map([...made.files.map(({ path, text }) => [path, text]), ...changed]);
  for (const { path, text } of made.files) assertWords(path, text);
  return {
    texts,
    created: made.files.map(({ path }) => path),
    changed: [...changed.keys()],
    generators: made.generators,
    generated: writtenBy(made.generators),
    todo: [...texts].flatMap(([path, text]) => (text.includes("TODO") ? [path] : [])),
    guide: made.guide,
  };
}

function assertName(name) {
  if (!isKebab(name)) throw new PlanError(`Unexpected name \`${name}\`, expected kebab case, such as \`web-fetch\``);
}

/** A name is taken if its files exist, if a table has it, or if code that it comes into uses it for something else. */
function assertFree({ files, edits, declares, taken }, kind, name, read) {
  const found = files.find(({ path }) => read(path) !== undefined)?.path ?? taken.find((one) => isIn(one, read))?.path;
  if (found !== undefined) throw new PlanError(`Unexpected name \`${name}\`, which exists already: \`${found}\``);
  const word = declares.find(isReserved);
  if (word !== undefined) throw new PlanError(`Unexpected name \`${name}\`: \`${word}\` is a word of TypeScript`);
  // The same files with another name: what they use, whatever the name is.
  const template = kinds[kind]("a-name-of-no-one").files.map(({ path, text }) => [
    path.replaceAll("a-name-of-no-one", name),
    text,
  ]);
  const around = edits.map(({ path }) => [path, read(path) ?? ""]);
  for (const [path, text] of [...template, ...around].filter(([one]) => /\/src\/.*\.ts$/.test(one))) {
    const used = identifiersIn(text);
    const clash = declares.find((one) => used.has(one));
    if (clash !== undefined)
      throw new PlanError(`Unexpected name \`${name}\`: \`${clash}\` is something else in \`${path}\``);
  }
}

function isIn({ path, text }, read) {
  return read(path)?.includes(text) === true;
}

function identifiersIn(text) {
  const code = scan(text).flatMap(({ kind, from, to }) => (kind === "code" ? text.slice(from, to) : []));
  return new Set(code.join(" ").match(/[A-Za-z_$][\w$]*/g));
}

/** The texts of the files that are changed. */
function applyEdits(edits, read) {
  const changed = new Map();
  for (const { path, anchor, change } of edits) {
    const old = changed.get(path) ?? read(path);
    const text = old === undefined ? undefined : change(old);
    if (text === undefined)
      throw new PlanError(
        `Cannot find \`${anchor.trim().split("\n").at(-1)}\` in \`${path}\` once: \`tooling/new\` has to follow`,
      );
    changed.set(path, text);
  }
  return changed;
}

/** A name may be a word that the project does not use. */
function assertWords(path, text) {
  const [word] = findWords(path, text);
  if (word) throw new PlanError(`Unexpected word \`${word.found}\` in \`${path}\`, expected ${word.say}`);
}

/**
 * Refuse a plan that a file has no room for. A function of its own, so that tests of plans do not depend on today's room.
 *
 * @param {{texts: ReadonlyMap<string, string>}} plan
 * @throws {PlanError} for the first code file that would be too long.
 */
export function assertRoom({ texts }) {
  for (const [path, text] of texts) {
    const lines = text.split("\n").length - 1;
    if (/\.(?:ts|mjs)$/.test(path) && !path.endsWith(".test.ts") && lines > maxLines)
      throw new PlanError(`\`${path}\` would have ${lines} lines, and ${maxLines} are the most: divide it first`);
  }
}
