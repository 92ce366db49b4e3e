/** One line of at most so many characters; what is cut off is marked. Never cuts a character in two. */
export function oneLine(text: string, limit = 80): string {
  const line = text
    .slice(0, 4 * limit + 200)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join("")}…` : line;
}

/** Words without the marks that turn the direction of what follows them on the line: there, that is ours. */
export function straight(words: string): string {
  return words.replace(/[\u202A-\u202E\u2066-\u2069]/g, "");
}

// oxlint-disable-next-line no-control-regex -- the escape character is what begins a colour
const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

/** Text without the codes that colour a terminal. */
export function plain(text: string): string {
  return text.includes("\u001B") ? text.replace(ansi, "") : text;
}
