// Where a key may stand in a transcript, and what may disguise it.

const numbered = (text, put) =>
  text
    .split("\n")
    .map((line, at) => put(at + 9, line))
    .join("\n");

/** Places in which a key stands as it is, or escaped as tools do. */
export const places = {
  alone: (key) => key,
  sentence: (key) => `It says ${key} there.`,
  "end of a sentence": (key) => `Use ${key}.`,
  backticks: (key) => `Use \`${key}\` for it`,
  bold: (key) => `Use **${key}** for it`,
  table: (key) => `| a | ${key} | b |`,
  json: (key) => JSON.stringify({ a: 1, b: key }),
  "json in json": (key) => JSON.stringify({ out: JSON.stringify({ lines: `one\n${key}` }) }),
  diff: (key) => `@@ -1 +1 @@\n-old\n+${key}\n context`,
  "cat -n": (key) => numbered(`one\n${key}`, (at, line) => `${String(at).padStart(6)}\t${line}`),
  arrow: (key) => numbered(`one\n${key}`, (at, line) => `${String(at).padStart(6)}→${line}`),
  grep: (key) => `src/a.env:12:${key}`,
  address: (key) => `https://host.io/find?q=${encodeURIComponent(key)}&page=2`,
  image: (key) => `![shot](shots/a-${encodeURIComponent(key)}.png)`,
  xml: (key) => `<value>${key}</value>`,
  code: (key) => `connect("${key}", 1);`,
};

const insert = (text, sign) => `${text.slice(0, 6)}${sign}${text.slice(6)}`;
const fullWidth = (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** Disguises that are seen through. */
export const disguises = {
  base64: (key) => Buffer.from(key).toString("base64"),
  "base64 for addresses": (key) => Buffer.from(key).toString("base64url"),
  "base64 of a line": (key) => Buffer.from(`export TOKEN=${key}\n`).toString("base64"),
  "base64, wrapped": (key) =>
    Buffer.from(`${"a line of a file\n".repeat(6)}${key}\n`)
      .toString("base64")
      .replace(/(.{76})/g, "$1\n"),
  "percent signs": (key) => [...key].map((sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`).join(""),
  "zero width inside": (key) => insert(key, "\u200b"),
  "zero width before": (key) => `x\u200b${key}`,
  "byte order mark": (key) => `\ufeff${key}`,
  "soft hyphen": (key) => insert(key, "\u00ad"),
  "full width": fullWidth,
  entities: (key) => key.replace(/[^A-Za-z0-9]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  colour: (key) => `\u001b[32m${key}\u001b[0m`,
  "escaped colour": (key) => `\\u001b[1m${key}\\u001b[0m`,
};
