// Writes docs/rules: a page for each rule, from the comment of its module, and one for each message.
// --check  only lists the pages that are out of date
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

/** The names of pages that are out of date, missing or left over. */
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
    `[${family}](README.md#${family.toLowerCase()})${off === false ? ", cannot be switched off" : ""}`,
    `[source](../../${file})`,
    ...(text.includes("```shape") ? ["[notation](README.md#how-to-read-the-drawings)"] : []),
  ];
  return `${head(name)}\n\n${link(text, name)}\n\n${facts.join(", ")}\n`;
}

function messagePage({ name, level, when, advice, rule }) {
  const see = rule === undefined ? "" : ` See [${rule}](${rule}.md).`;
  return `${head(name)}\n\nMessage (${level}): ${when}\n\n${advice}${see}\n`;
}

function index() {
  const lines = families.flatMap(({ title, about, rules }) => [
    `\n## ${title}\n\n${about}\n`,
    ...rules.map(({ name, file }) => `- [${name}](${name}.md): ${commentOf(name, file).first}`),
  ]);
  const said = ["warning", "remark"].map((wanted) => {
    const links = messages.filter(({ level }) => level === wanted).map(({ name }) => `[${name}](${name}.md)`);
    return `- ${wanted}s: ${links.join(", ")}`;
  });
  return `${head("Rules")}\n\nEvery conclusion of ccdag names one of these rules; in a remark of \`-v\` it is no error. \`ccdag explain <uuid>\` shows the conclusions about an entry, \`ccdag branches\` those about forks. \`{ off: ["<name>"] }\` in an [extension](../plugins.md#a-rule) switches a rule off.\n\n${howToRead}\n${lines.join("\n")}\n\n## Messages\n\nMore about [warnings](../guides/troubleshooting.md#what-a-warning-means-for-you):\n\n${said.join("\n")}\n`;
}

const howToRead = `## How to read the drawings

Each line of a session file is a JSON record, which names its parent:

\`\`\`text
{"type":"user","uuid":"U1","parentUuid":null,"message":{"role":"user","content":"Plan a trip"}}
{"type":"assistant","uuid":"A1","parentUuid":"U1","message":{"role":"assistant","content":"Where to?"}}
{"type":"user","uuid":"U2","parentUuid":"A1","message":{"role":"user","content":"To the sea"}}
{"type":"assistant","uuid":"A2","parentUuid":"U2","message":{"role":"assistant","content":"Pack a towel."}}
{"type":"user","uuid":"U3","parentUuid":"A1","message":{"role":"user","content":"To the mountains"}}
{"type":"assistant","uuid":"A3","parentUuid":"U3","message":{"role":"assistant","content":"Pack boots."}}
\`\`\`

The user went back to the question and typed a second answer. \`shape\` shows the records, each to the right of its parent, with time from left to right; \`threads\` what ccdag makes of them: a thread with two branches, of which the second is active.

\`\`\`shape
U1 ─ A1 ┬ U2 ─ A2
        └           U3 ─ A3
\`\`\`

\`\`\`threads rule=rewind
U1 A1 | U2 A2 | U3 A3*
\`\`\`

In a \`shape\`:

- \`A1\`, \`U1\`, \`P1\`: an assistant entry, a user entry, progress; \`H\` a hook, \`S\` a system entry, \`Q\` a queued prompt, \`L\` a prompt that only the queue holds
- \`U1=r\`: a tool result; \`=m1\` an API message; \`=a+b\` two content blocks; any other word the text, or a kind
- \`U1@9\`: its minute, if not in the order of the drawing
- \`S1=compact~A1\`: a compaction boundary with its logical parent
- \`U2^A1\`: its parent, \`A1\`, is elsewhere in the drawing; \`?U2\`: no file holds its parent
- \`U3'\`: a sidechain entry; \`U2:other\` another session id
- \`---\`: another file begins, perhaps with its name

In \`threads\`:

- \`A1 | U1 A2\`: a branch begins; \`*\` marks the active one, in which the user continued
- \`A1 → U4\`: another session continues from A1; \`→ sync:\` an agent that A1 spawned, with its kind
- \`H1(U1)\`: a hook and its call; \`"L1"\` a message that only the queue holds
- \`rule=…\`, \`copies=…\`: the rule that the drawing is about; \`named=s2\`: the file that the user named`;

function head(name) {
  return `<!-- tooling/repo-checks/rules.mjs -->\n\n# ${name}`;
}

/** The doc comment of the module, without its tags, and its first sentence. */
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
  return { text, first: firstSentence(text.slice(0, text.search(/\n\n|$/)).replace(/\s+/g, " ")) };
}

/** What an index shows of a paragraph. */
function firstSentence(text) {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

function exported(source) {
  return [...source.matchAll(/^export (?:const|function\*?) (\w+)/gm)].map(([, one]) => one);
}

/** The comment before an exported name. */
function before(source, name) {
  const at = source.search(new RegExp(`^export (?:const|function\\*?) ${name}\\b`, "m"));
  if (at === -1) return undefined;
  const end = source.lastIndexOf("*/", at);
  if (end === -1 || source.slice(end + 2, at).trim() !== "") return undefined;
  return source.slice(source.lastIndexOf("/**", end) + 3, end);
}

/** Link names of other rules to their pages, outside of drawings. */
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
    for (const name of stale()) console.log(`STALE docs/rules/${name}: run \`pnpm generate rules\``);
    process.exitCode = stale().length > 0 ? 1 : 0;
  } else {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of pages()) writeFileSync(new URL(name, folder), text);
  }
}
