// Reduces a rule list of gitleaks (https://github.com/gitleaks/gitleaks, MIT) to facts: which kind of key has which form.
//   node tooling/redaction/reduce.mjs <gitleaks.toml> <version>
// Only kinds with a form are taken: their keys begin with fixed characters. Kinds that are known by a word before a value
// (`adobe = "…"`) are left to the detector of assigned secrets. The result is `gitleaks.json`; `generate.mjs` reads it.
import { readFileSync, writeFileSync } from "node:fs";
import { charactersOf, expand, notation } from "./forms.mjs";

const [path, version] = process.argv.slice(2);
if (path === undefined || version === undefined)
  throw new TypeError("Expected the path of a gitleaks.toml, and its version");

/** What other detectors find, and kinds that are public. */
const skipped =
  /^(?:jwt|jwt-base64|private-key|generic-api-key|freemius-secret-key|flutterwave-public-key|lob-pub-api-key|mailgun-pub-key|mapbox-api-token|gocardless-api-token|lob-api-key|microsoft-teams-webhook)$/;

const kinds = {};
for (const block of readFileSync(path, "utf8").split("[[rules]]").slice(1)) {
  const id = /^id = "(.*?)"/m.exec(block)[1];
  const regex = /^regex = '''(.*?)'''/ms.exec(block)?.[1];
  if (regex === undefined || skipped.test(id)) continue;
  const forms = formsOf(regex).filter((form) => hasForm(form));
  if (forms.length > 0) kinds[id] = [...new Set(forms.map(notation))].sort((a, b) => (a < b ? -1 : 1));
}
const source = { name: "gitleaks", version, licence: "MIT", url: "https://github.com/gitleaks/gitleaks" };
writeFileSync(new URL("gitleaks.json", import.meta.url), `${JSON.stringify({ source, kinds }, undefined, 2)}\n`);
console.log(`${Object.keys(kinds).length} kinds with a form`);

/** The forms of a key in a rule, without the words before it and the character after it. */
function formsOf(regex) {
  const [body] = regex.split(/\(\?:\[\\x60'"\\s;\]|\(\?:\[\^/);
  try {
    return expand(body.replace(/^.*\[\\x60'"\\s=\]\{0,5\}/s, "(?i)"));
  } catch {
    return [];
  }
}

function hasForm([head, ...rest]) {
  const choices = rest.reduce(
    (sum, { chars, min }) => sum + (chars === undefined ? 0 : min * Math.log2(charactersOf(chars).length)),
    0,
  );
  return head?.text !== undefined && head.text.length > 2 && (choices > 40 || head.text.length > 30);
}
