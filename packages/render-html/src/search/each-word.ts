/** A word is compared by so many characters: longer ones are hashes and encoded data. */
const maxLength = 40;

const [separator, letter, single] = [1, 2, 3] as const;

/** What each UTF-16 code unit is, once it was met; 0 before. */
const classes = new Uint8Array(65_536);

/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function classify(code: number): number {
  const character = String.fromCharCode(code);
  const isLetter = /[\p{L}\p{N}\p{M}]/u.test(character);
  return (classes[code] = isLetter ? (unspaced.test(character) ? single : letter) : separator);
}

/**
 * Visit the words of a text as they are searched for: letters and digits without case and accents. A character of a script without
 * spaces between words, or outside of the basic plane, is a word by itself. Other words of one character are none.
 *
 * @param text any text, or what somebody searches for.
 * @param visit called with each word, in order, and where it begins and ends in the text in lower case; words longer than 40
 *   characters are cut.
 */
export function eachWord(text: string, visit: (word: string, from: number, to: number) => void): void {
  const lower = text.toLowerCase();
  let from = 0;
  let isPlain = true;
  const end = (to: number) => {
    if (to - from > 1) {
      const cut = lower.slice(from, Math.min(to, from + maxLength));
      const word = isPlain ? cut : withoutAccents(cut);
      if (word.length > 1) visit(word, from, to);
    }
    isPlain = true;
  };
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    const kind = classes[code] || classify(code);
    if (kind === letter) {
      if (code > 0x7f) isPlain = false;
      continue;
    }
    end(at);
    from = at + 1;
    if (kind === single) visit(lower[at]!, at, at + 1);
    else if (code >= 0xd800 && code < 0xdc00) visit(lower.slice(at, at + 2), at, at + 2);
  }
  end(lower.length);
}

/** What is no part of a word once letters are taken apart: accents, and the spaces in letters that stand for several words. */
const accents = /[\u0300-\u036F]|[^\p{L}\p{N}\p{M}]/gu;

/** `cafe` for `café`, in one spelling of the many that Unicode has. */
function withoutAccents(word: string): string {
  return word.normalize("NFKD").replaceAll(accents, "");
}

/** The words of a text, each once, in order. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  eachWord(text, (word) => words.add(word));
  return [...words];
}
