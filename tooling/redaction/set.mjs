// A generated set of secrets: kinds with a form, in all places and disguises, and values that their names make secrets, in all
// notations. Every secret is random and occurs in one text only, so that no finding helps another. Its seed is made from what
// it is, so a new kind changes no other case.
import { allForms } from "./generate.mjs";
import { expand, notation, sample, seeded } from "./forms.mjs";
import { names, notations, placed, structures, values } from "./notations.mjs";
import { commands, tokenCommands } from "./commands.mjs";
import { disguises, places } from "./places.mjs";

/**
 * One text of the set.
 *
 * @typedef {{ group: string, kind: string, where: string, text: string, secret: string }} Case
 */

const samplesOfForm = 3;

/**
 * All cases.
 *
 * @param {{ seed?: number, every?: number }} [options] `every`: take only one case of so many.
 * @returns {Case[]}
 */
export function cases({ seed = 20, every = 1 } = {}) {
  const randomOf = (...words) => seeded(seed + hash(words.join(" ")));
  const all = [...formCases(randomOf), ...structureCases(randomOf), ...nameCases(randomOf), ...commandCases(randomOf)];
  return all.filter((_, index) => index % every === 0);
}

/** A number for a text (FNV-1a). */
function hash(text) {
  let state = 0x811c9dc5;
  for (const sign of text) state = Math.imul(state ^ sign.codePointAt(0), 0x01000193);
  return state >>> 0;
}

function* formCases(randomOf) {
  for (const { kind, parts } of [...allForms(), ...insideForms()])
    for (const [group, wrappers] of Object.entries({ forms: places, disguises }))
      for (const [where, put] of Object.entries(wrappers)) {
        const count = group === "forms" && where === "alone" ? samplesOfForm : 1;
        for (let at = 0; at < count; at++) {
          const secret = sample(parts, randomOf(kind, notation(parts), where, at));
          yield { group, kind, where, secret, text: put(secret) };
        }
      }
}

/** Keys whose distinctive characters are not at their beginning. */
function insideForms() {
  return Object.entries({
    "azure-client-secret": "[0-9A-Za-z_~]{3}8Q~[0-9A-Za-z_~-]{31,34}",
    discord: "MT[0-9A-Za-z]{22}\\.[0-9A-Z]{6}\\.[0-9A-Za-z_-]{38}",
    "dropbox-long-lived": "[0-9A-Za-z]{11}AAAAAAAAAA[0-9A-Za-z_-]{43}",
    "facebook-app": "[1-9][0-9]{15}\\|[0-9A-Za-z_-]{27}",
    mailchimp: "[0-9a-f]{32}-us1[0-9]",
    "mailgun-signing": "[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}",
    maxmind: "[0-9A-Za-z]{6}_[0-9A-Za-z]{29}_mmk",
    telegram: "[1-9][0-9]{9}:AA[0-9A-Za-z_-]{33}",
    terraform: "[0-9A-Za-z]{14}\\.atlasv1\\.[0-9A-Za-z_-]{67}",
    twilio: "SK[0-9a-f]{32}",
    "vault-service": "s\\.[0-9A-Za-z]{24}",
  }).flatMap(([kind, form]) => expand(form).map((parts) => ({ kind, parts })));
}

function* structureCases(randomOf) {
  for (const [kind, make] of Object.entries(structures))
    for (const [where, put] of Object.entries(placed)) {
      const { text, secret } = make(randomOf(kind, where));
      yield { group: "structures", kind, where, secret, text: put(text) };
    }
}

function* nameCases(randomOf) {
  for (const [where, { put, style, only }] of Object.entries(notations))
    for (const [kind, make] of Object.entries(values)) {
      if (only !== undefined && !only.includes(kind)) continue;
      for (const name of names[kind.startsWith("chosen") ? "password" : "secret"]) {
        const secret = make(randomOf(where, kind, name));
        yield { group: "names", kind, where, secret, text: put(style(name), secret) };
      }
    }
}

function* commandCases(randomOf) {
  for (const [where, put] of [...Object.entries(commands), ...Object.entries(tokenCommands)])
    for (const [kind, make] of Object.entries(values)) {
      if (kind.startsWith("chosen") && where in tokenCommands) continue;
      const secret = make(randomOf(where, kind));
      // A shell needs quotes around these signs.
      const isQuoted = /['"]/.test(put("")) || !/[&$;|!]/.test(secret);
      yield { group: "commands", kind, where, secret, text: put(isQuoted ? secret : `'${secret}'`) };
    }
}

/**
 * Pairs of texts: the first one shows that a value is a secret, the second one contains it where nothing says so.
 *
 * @returns {{ kind: string, shown: string, bare: string, secret: string }[]}
 */
export function repeats({ seed = 21 } = {}) {
  const bare = {
    sentence: (secret) => `I have seen ${secret} there.`,
    list: (secret) => `a, ${secret}, b`,
    line: (secret) => `\n${secret}\n`,
    path: (secret) => `out/${encodeURIComponent(secret)}/x`,
    json: (secret) => JSON.stringify({ a: [1, JSON.stringify(secret)] }),
    base64: (secret) => Buffer.from(`the value is ${secret} here`).toString("base64"),
    quoted: (secret) => `"${secret}"`,
  };
  const wholes = Object.keys(values).filter((kind) => kind !== "chosenDigits");
  return wholes.flatMap((kind) =>
    Object.entries(bare).map(([where, put]) => {
      const secret = values[kind](seeded(seed + hash(`${kind} ${where}`)));
      return { kind: `${kind}, ${where}`, secret, shown: `DB_PASSWORD="${secret}"`, bare: put(secret) };
    }),
  );
}
