// Lists the words that the project does not use, wherever they are used: `path:line word → instead`. Exit code 1 if
// there are any. Arguments are beginnings of paths: only these files are read.
//   --count  only the number of findings of each word
import { fileURLToPath } from "node:url";
import { files, read } from "./files.mjs";
import { scan } from "./scan.mjs";
import { allowed, ignored, words } from "./words-list.mjs";

const rules = words.map(({ prose, name, exact, ...rule }) => ({
  ...rule,
  prose: prose && new RegExp(`(?<![\\w$])(?:${prose})(?![\\w$])`, "gi"),
  name: name && new RegExp(`(?:^|-)(?:${name})(?:-|$)`),
  exact: exact && new RegExp(`^(?:${exact})$`),
}));

/**
 * The findings in one file.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Array<{line: number, found: string, word: string, say: string}>}
 */
export function findWords(path, text) {
  const lines = text.split("\n");
  const starts = [];
  for (let at = 0, line = 0; line < lines.length; at += lines[line++].length + 1) starts.push(at);
  const lineAt = (index) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= index) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const found = [...inName(path), ...(isCode(path) ? inSource(path, text) : inProse(text, 0))];
  return found
    .sort((a, b) => a.index - b.index)
    .map(({ index, ...finding }) => ({ line: lineAt(index), ...finding }))
    .filter(({ line, word }) => !isAllowed(path, word, [lines[line - 2] ?? "", lines[line - 1]]));
}

function isCode(path) {
  return /\.(?:ts|mts|mjs|js)$/.test(path);
}

function isAllowed(path, word, near) {
  return (
    allowed.some((one) => one.path === path && one.word === word) ||
    near.some((line) => line.includes(`words: allow ${word}`))
  );
}

function inName(path) {
  return path.split("/").flatMap((part) => {
    const name = partsOf(part.replace(/\..*$/, ""));
    return rules.flatMap((rule) => (rule.name?.test(name) ? [toFinding(rule, part, 0)] : []));
  });
}

function inSource(path, text) {
  const seen = new Set();
  const applied = rules.filter(({ except }) => except === undefined || !path.startsWith(except));
  return scan(text).flatMap(({ kind, from, to }) => {
    const piece = text.slice(from, to);
    if (kind === "comment" || kind === "text") return inProse(piece, from);
    return [...piece.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: identifier, index }) => {
      if (seen.has(identifier)) return [];
      seen.add(identifier);
      const name = partsOf(identifier);
      const rule = applied.find((one) => one.name?.test(name) || one.exact?.test(identifier));
      return rule ? [toFinding(rule, identifier, from + index)] : [];
    });
  });
}

function inProse(text, from) {
  return rules.flatMap((rule) =>
    rule.prose ? [...text.matchAll(rule.prose)].map(({ 0: found, index }) => toFinding(rule, found, from + index)) : [],
  );
}

function toFinding({ word, say }, found, index) {
  return { index, found: found.replace(/\s+/g, " "), word, say };
}

/** `bornAt`, `BORN_AT` and `born-at.ts` are all `born-at`. */
function partsOf(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[_.$]+/g, "-")
    .toLowerCase();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const beginnings = args.filter((one) => !one.startsWith("--"));
  const wanted = files.filter(
    (path) => !ignored.test(path) && (beginnings.length === 0 || beginnings.some((one) => path.startsWith(one))),
  );
  const findings = wanted.flatMap((path) => findWords(path, read(path)).map((one) => ({ path, ...one })));
  if (args.includes("--count")) {
    const counts = new Map();
    for (const { word } of findings) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${count} ${word}`);
  } else for (const { path, line, found, say } of findings) console.log(`${path}:${line} ${found} → ${say}`);
  console.error(`${findings.length} findings in ${new Set(findings.map(({ path }) => path)).size} files`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
