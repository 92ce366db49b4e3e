/** A flag such as 🏴󠁧󠁢󠁳󠁣󠁴󠁿 is written with tag characters, which spell hidden words elsewhere. */
const flag = "(\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,10}\\u{E007F})";

/** Control characters but tab and line feed, characters that change the writing direction, invisible operators. */
const control = "\\0-\\x08\\x0B-\\x1F\\x7F-\\x9F\\u202A-\\u202E\\u2060-\\u206F\\uFFF9-\\uFFFB";

/** Characters that nobody sees and programs obey: these, and tag characters. */
const unseen = `[${control}\\u{E0000}-\\u{E007F}]`;

/** These have a place in a text, and mislead in one line of a terminal: zero-width characters, marks of direction. */
const unseenInLine = "[\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028\\u2029\\uFEFF]";

const inText = new RegExp(`${flag}|${unseen}`, "gu");
const inLine = new RegExp(`${flag}|[\\t\\n]|${unseen}|${unseenInLine}`, "gu");

/** Whether a text may hold one of these, by the first half of a tag character: much faster, and nearly none does. */
const suspect = new RegExp(`[${control}\\uDB40]`);

const beyondAscii = /[\x7F-\uFFFF]/;

/** The picture of a control character, such as `␛`. */
function picture(character: string, kept: string | undefined): string {
  if (kept !== undefined) return kept;
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\uFFFD";
}

/**
 * Make the characters of a document visible that could mislead its reader, or be obeyed by a terminal: `␛` for escape,
 * `�` for those without a picture. Line endings become line feeds, as Markdown and HTML read them: what was written over a
 * line, as programs do to show their progress, stands below it.
 *
 * @param text of any length.
 */
export function visibleText(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return suspect.test(lines) ? lines.replace(inText, picture) : lines;
}

/**
 * The same for one line of a terminal, in which zero-width characters mislead, too, and a line ending has no place.
 *
 * @param text one line.
 */
export function visibleLine(text: string): string {
  return text.replace(inLine, picture);
}

/**
 * The same for JSON, in which these characters are written as escapes: its meaning does not change.
 *
 * @param json a valid JSON text, or lines of it.
 */
export function visibleJson(json: string): string {
  // Control characters of ASCII are escaped in JSON, and a regular expression with one range is much faster.
  if (!beyondAscii.test(json) && !json.includes("\r")) return json;
  if (!suspect.test(json)) return json;
  return json.replace(inText, (characters) =>
    // Between values it is white space.
    characters === "\r"
      ? "\n"
      : characters.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** Make untrusted text of several lines safe for a terminal, as {@link visibleLine}; line endings and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(/[^\n\t]+/g, visibleLine);
}

/**
 * Write JSON for a file or a terminal: control characters in texts become escapes, which mean the same.
 *
 * @param value what is written.
 * @param indent the number of spaces for each level.
 * @param replacer as for `JSON.stringify` (default: none).
 * @returns the JSON, with a line feed at its end.
 */
export function toJson(value: unknown, indent: number, replacer?: (key: string, value: unknown) => unknown): string {
  return `${visibleJson(JSON.stringify(value, replacer, indent))}\n`;
}
