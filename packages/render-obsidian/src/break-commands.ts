/** Divides a mark: a zero-width space is invisible, and `trim` does not remove it. */
export const gap = "\u200B";

/**
 * Divide the opening mark of commands of Templater, `<%`, wherever it stands. Templater runs commands in the source of a
 * note, also when a program creates the note, and looks at nothing around them: a code block and the properties of a note
 * are no protection. So code with this mark, such as a template of ERB, is copied from a note with a character more.
 *
 * @param note the source of a note.
 */
export function breakCommands(note: string): string {
  return note.replace(/<(?=%)/g, `<${gap}`);
}

/**
 * The source of a pattern for the same mark as a note shows it: with an escape, or character references. Templater looks for
 * commands with `+` in the rendered note, outside of code and in it.
 */
export const shownCommand: string = String.raw`(?:<|&lt;|&#0*60;|&#x0*3c;)(?=\\?%|&percnt;|&#0*37;|&#x0*25;)`;
