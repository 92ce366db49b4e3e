const beginning = "I ran the following shell command:\n```sh\n";
const middle = "\n```\n\nThis produced the following result:\n```\n";
const end = "\n```";

/** A command that a person ran in the client, as the model reads it; `undefined` for other texts. */
export function shellIn(text: string): { readonly command: string; readonly output: string } | undefined {
  if (!text.startsWith(beginning) || !text.endsWith(end)) return undefined;
  const from = text.indexOf(middle);
  if (from === -1) return undefined;
  return {
    command: unescaped(text.slice(beginning.length, from)),
    output: unescaped(text.slice(from + middle.length, Math.max(text.length - end.length, from + middle.length))),
  };
}

/** Newer clients write a backslash before each backslash and backtick; a text where one is missing is from an older one. */
function unescaped(text: string): string {
  let words = "";
  for (let at = 0; at < text.length; at++) {
    const isEscape = text[at] === "\\";
    if (isEscape) at++;
    const one = text[at];
    if (isEscape ? one !== "\\" && one !== "`" : one === "`") return text;
    words += one;
  }
  return words;
}
