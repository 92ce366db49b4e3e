// Writes docs/rules: a page for each rule, from the comment of its module, and one for each message.
//   --check  only says which pages are not as they would be written
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { families, messages } from "./rules-list.mjs";

const top = new URL("../../", import.meta.url);
const folder = new URL("docs/rules/", top);
const names = [...families.flatMap(({ rules }) => rules.map(({ name }) => name)), ...messages.map(({ name }) => name)];

/** Every page, by file name. */
export function pages() {
  const written = new Map([["README.md", index()]]);
  for (const { title, rules } of families)
    for (const rule of rules) written.set(`${rule.name}.md`, rulePage(rule, title));
  for (const message of messages) written.set(`${message.name}.md`, messagePage(message));
  return written;
}

/** The pages that are stale, missing or left over. */
export function stale() {
  const wanted = pages();
  const found = existsSync(folder) ? readdirSync(folder) : [];
  const old = [...wanted].filter(
    ([name, text]) => !found.includes(name) || readFileSync(new URL(name, folder), "utf8") !== text,
  );
  return [...old.map(([name]) => name), ...found.filter((name) => !wanted.has(name))];
}

function rulePage({ name, file, off }, family) {
  const { text } = commentOf(name, file);
  const facts = [
    `Family: ${family}.`,
    off === false ? "It cannot be switched off." : `Switch it off with \`off: ["${name}"]\` in an extension.`,
    `Source: [\`${file}\`](../../${file}).`,
    ...(text.includes("```shape") ? ["[How to read the drawings](README.md)."] : []),
  ];
  return `${head(name)}\n\n${link(text, name)}\n\n---\n\n${facts.join(" ")}\n`;
}

function messagePage({ name, level, when, advice, rule }) {
  const see = rule === undefined ? "" : ` See [${rule}](${rule}.md).`;
  return `${head(name)}\n\nA message (${level}). ${when}\n\n${advice}${see}\n`;
}

function index() {
  const lines = families.flatMap(({ title, about, rules }) => [
    `\n## ${title}\n\n${about}\n`,
    ...rules.map(({ name, file }) => `- [${name}](${name}.md): ${commentOf(name, file).first}`),
  ]);
  const said = messages.map(({ name, level, when }) => `- [${name}](${name}.md) (${level}): ${when}`);
  return `${head("Rules")}\n\nEvery conclusion that ccdag draws carries the name of one of these. A name in a remark of \`-v\` is no fault: it says what was concluded, and nothing is lost. \`ccdag explain <uuid>\` shows what a rule made of an entry, \`ccdag branches\` what it made of a fork.\n\nIn the drawings, \`shape\` is what a file records and \`lines\` how it is told: \`A\` assistant, \`U\` user, \`P\` progress, \`H\` hook, \`S\` system, \`Q\` queued; \`=r\` a result, \`=m1\` an API message, \`@9\` a time, \`~A1\` a logical parent, \`?\` a parent that is nowhere; \`|\` begins a branch, \`*\` marks the active one, \`A1 →\` the entry that a session leaves from; \`---\` stands between two files.\n${lines.join("\n")}\n\n## Messages\n\n${said.join("\n")}\n`;
}

function head(name) {
  return `<!-- Written by tooling/house/rules.mjs: change the comment in the source. -->\n\n# ${name}`;
}

/** The doc comment of the module, without what is said of parameters. */
function commentOf(name, file) {
  const source = readFileSync(new URL(file, top), "utf8");
  const camel = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const wanted = [camel, ...exported(source)].find((one) => before(source, one) !== undefined);
  const text = before(source, wanted)
    .replace(/^[ \t]*\* ?/gm, "")
    .replace(/\n@[^]*$/, "")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/ \((?:seed [^)]*|[ACO]\d{3}[^)]*|X\d+)\)/g, "")
    .trim();
  const first = text.slice(0, text.search(/\n\n|$/)).replace(/\s+/g, " ");
  return { text, first };
}

function exported(source) {
  return [...source.matchAll(/^export (?:const|function\*?) (\w+)/gm)].map(([, one]) => one);
}

/** The comment that stands before an exported name. */
function before(source, name) {
  const at = source.search(new RegExp(`^export (?:const|function\\*?) ${name}\\b`, "m"));
  if (at === -1) return undefined;
  const end = source.lastIndexOf("*/", at);
  if (end === -1 || source.slice(end + 2, at).trim() !== "") return undefined;
  return source.slice(source.lastIndexOf("/**", end) + 3, end);
}

/** Names of other rules lead to their pages; drawings are left as they are. */
function link(text, own) {
  const others = names.filter((name) => name !== own && name.includes("-")).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`\`?(?<![\\w-])(${others.join("|")})(?![\\w-])\`?`, "g");
  return text
    .split(/(```[^]*?```)/)
    .map((part) => (part.startsWith("```") ? part : part.replace(pattern, "[$1]($1.md)")))
    .join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    for (const name of stale()) console.log(`STALE docs/rules/${name}: run \`pnpm rules\``);
    process.exitCode = stale().length > 0 ? 1 : 0;
  } else {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of pages()) writeFileSync(new URL(name, folder), text);
  }
}
