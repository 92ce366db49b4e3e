/**
 * For each letter from a to z, the letters that do not follow it in words: pairs that are rarer than one in 12,000 in the
 * documentation and type declarations of npm packages. Of random strings of 12 letters, 93 % have two such pairs; of words
 * with eight letters or more, 3 in 1,000.
 */
const rareFollowers =
  "hoq fghknqvwxz bfgjnpqvwxz hkqxz _ bghjkmpqvwxz bcdjkpqvwxz bcdfghjkpqvwxz hiwy bcdfghjklmnpqrtvwxyz bchjkmqrvxz hqrxz fghjqvwxz x qz bjnqvwxz abcdefghijklmnopqrstvwxyz jqxz gjvxz jkqvx hjqvwyz bcdfghjklmnpqrstvwxyz bcdfgjkmpqtuvwxyz bdfgjklmnoqrsuvwxyz hjkqruvxy bcdfghjklmnpqrstuvwxy".split(
    " ",
  );

/** For each pair of letters, whether it is rare: the first letter times 26 plus the second. */
const isRare = rareFollowers.flatMap((rare) =>
  [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => rare.includes(letter)),
);

/** How many characters of a value decide: a long run of text may be the value of many names. */
export const maxJudged = 512;

/** How many pairs of letters in a text do not occur in words. Where a word begins inside an identifier, a pair is no pair. */
export function countRarePairs(text: string): number {
  const length = Math.min(text.length, maxJudged);
  let count = 0;
  let previous = -1;
  let isLower = false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    const letter = letterOf(code);
    const startsWord = isLower && code < lowerA;
    if (letter >= 0 && previous >= 0 && !startsWord && isRare[previous * 26 + letter] === true) count++;
    previous = letter;
    isLower = code >= lowerA;
  }
  return count;
}

const upperA = "A".charCodeAt(0);
const lowerA = "a".charCodeAt(0);

/** The index of a letter in the alphabet, or -1. */
function letterOf(code: number): number {
  const index = code - (code >= lowerA ? lowerA : upperA);
  return index >= 0 && index < 26 ? index : -1;
}

/** Words of test values, labels and manuals. A value that consists of them and of short numbers is no secret. */
const plainWords = new Set(
  "a abc access account admin alice any api app apikey auth authorization bar basic bearer bob client cookie correct credential credentials csrf data default demo dev empty env false fixture foo from here hidden id invalid jwt key local login md5 missing my name new nil no none not null oauth old optional pass passwd password path postgres private prod production public pwd random real redis refresh required root secret secretkey session sha shared some staging str string super supersecret test testing the this to token true type undefined url user username valid value very weak wrong xyz".split(
    " ",
  ),
);

/** Whether a value consists of plain words and short numbers, such as `test-token-123`. */
export function isPlain(value: string): boolean {
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return pieces.every((piece) => (/\d/.test(piece) ? piece.length <= 4 : plainWords.has(piece.toLowerCase())));
}

/** Words of manuals, in a value that they make a placeholder. Random letters do not form them. */
const manual =
  /(?<![A-Za-z])your[-_]?(?:own|api|app|auth|access|bot|client|key|personal|pass|password|private|secret|token)|(?<![A-Za-z])(?:your|example|placeholder|change[-_]?(?:me|this|it)|replace|dummy|redacted|sample|insert|todo|fake|mock|not[-_]a[-_])(?![a-z])|example(?:key|token|secret)?$/;

/** A value that stands for another, or that only names one. */
const placeholder =
  /^(?:[<{[*…]|\$(?:[{(]|[A-Za-z_]\w*$)|%[({\w]|#\{|\.\.\.|@\w+@)|\$\{|\{\{|<[\w -]+>|\.{3}|…|([xX*.#•])\1{3}|0{6}|abcdefghij/;

/** Whether a value is a placeholder, as in a manual or a template. */
export function isPlaceholder(whole: string): boolean {
  const value = whole.slice(0, maxJudged);
  return placeholder.test(value) || manual.test(value.toLowerCase()) || isPlain(value);
}

const date = /^\d{4}-\d\d-\d\d(?:$|[T ]\d)/;

/** Whether a value looks random: no words, versions, dates or sizes. */
export function isRandom(whole: string): boolean {
  const value = whole.slice(0, maxJudged);
  if (value.length < 8 || date.test(value)) return false;
  const letters = value.replace(/[^A-Za-z]/g, "").length;
  const switches = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (switches >= 4 || (switches >= 3 && value.length >= 12)) return true;
  if (switches > 0 && /(?<=[A-Za-z])\d{5}|\d{5}(?=[A-Za-z])/.test(value)) return true;
  return hasRandomLetters(value, letters);
}

/** The words of identifiers are longer on average; the runs of equal case in random letters are shorter. */
const averageWord = 2.7;

/**
 * Whether the case of letters changes as in no identifier, or one pair of letters in eight, and at least two, are in no
 * words. Abbreviations in names have fewer.
 */
function hasRandomLetters(value: string, letters: number): boolean {
  if (letters < 6) return false;
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.length ?? 0;
  if (letters >= 12 && letters <= words * averageWord) return true;
  const rare = countRarePairs(value);
  return rare >= 2 && rare * 8 >= letters;
}

/**
 * Whether a key stands for another, as in a manual: repeated characters, or words such as `your-token`. A key that only looks
 * regular (`0123456789abcdef`) does not.
 */
export function isStandIn(whole: string): boolean {
  const value = whole.slice(0, maxJudged);
  const isRepeated = (value.match(/(.)\1{7,}/g) ?? []).some((run) => run.length * 2 >= value.length);
  return isRepeated || /([xX*.])\1{7}/.test(value) || manual.test(value.toLowerCase());
}

/** Whether the characters after the fixed beginning of a key look like a key, not like words with hyphens. */
export function isKey(whole: string): boolean {
  const rest = whole.slice(0, maxJudged);
  return !isStandIn(rest) && (/\d/.test(rest) || /[a-z][A-Z]/.test(rest) || countRarePairs(rest) >= 2);
}
