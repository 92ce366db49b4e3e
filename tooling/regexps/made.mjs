// Imports the built modules that are named on standard input, and writes the regular expressions that they make with
// `new RegExp` on the way, as JSON: what a template makes is then checked as it is. Run with --enable-source-maps, so
// that the positions are those of the sources.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const made = [];
const Original = RegExp;
globalThis.RegExp = new Proxy(Original, {
  construct: (_, args) => note(Reflect.construct(Original, args)),
  apply: (_, that, args) => note(Reflect.apply(Original, that, args)),
});

function note(regexp) {
  const [, , , caller = ""] = new Error().stack.split("\n");
  const at = caller.match(/(?:file:\/\/)?(\/[^()]*):(\d+):\d+\)?$/);
  if (at) made.push({ path: decodeURI(at[1]), line: Number(at[2]), pattern: regexp.source, flags: regexp.flags });
  return regexp;
}

const unread = [];
for (const path of JSON.parse(readFileSync(0, "utf8")))
  try {
    await import(pathToFileURL(path).href);
  } catch {
    // A script of a page needs a page.
    unread.push(path);
  }
process.stdout.write(JSON.stringify({ made, unread }));
process.exit(0);
