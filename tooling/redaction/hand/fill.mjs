// Fills the templates of the set that is written by hand: no value of it stands in a file, so no scanner reports one.
import { sample, seeded } from "../forms.mjs";

const alphabets = {
  hex: "0-9a-f",
  HEX: "0-9A-F",
  alnum: "0-9A-Za-z",
  lower: "0-9a-z",
  upper: "0-9A-Z",
  base32: "2-7A-Z",
  bech32: "02-9AC-HJ-NP-Z",
  letters: "a-z",
  digits: "0-9",
  b64: "0-9A-Za-z+/",
  url: "0-9A-Za-z_-",
};
const words = ["Winter", "orange", "Tr0ub4dor", "blue", "S3cure", "Kestrel", "hunter", "Maple", "sunset", "Granite"];
const signs = ["!", "#", "-", "_", "%", "@", ".", "*"];

/**
 * Fill a template: `«hex:40»` is a secret of 40 such characters, `«pw»` a password that a person chose, `«~hex:7»` a value
 * that is none.
 *
 * @param {string} template
 * @returns {{ text: string, secrets: string[] }}
 */
export function fill(template) {
  const random = seeded(hash(template));
  const secrets = [];
  const text = template.replace(/«(~?)(\w+)(?::(\d+))?»/g, (_, open, kind, count) => {
    const value = kind === "pw" ? password(random) : sample([part(kind, Number(count))], random);
    if (open === "") secrets.push(value);
    return value;
  });
  return { text, secrets };
}

function part(kind, count) {
  return { chars: alphabets[kind], min: count, max: count };
}

/** A word, a sign, and letters and digits, as people and their password managers choose. */
function password(random) {
  const word = words[random(words.length)];
  const rest = sample([part("alnum", 3 + random(6))], random);
  return `${word}${signs[random(signs.length)]}${rest}${random(10)}`;
}

/** A number for a text (FNV-1a). */
function hash(text) {
  let state = 0x811c9dc5;
  for (const sign of text) state = Math.imul(state ^ sign.codePointAt(0), 0x01000193);
  return state >>> 0;
}
