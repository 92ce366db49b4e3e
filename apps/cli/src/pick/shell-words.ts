import { visibleLine } from "@ccdag/pipeline/tables";
import type { SessionRow } from "@ccdag/library";
import { resumeWords } from "../resume-words.ts";

/**
 * A word that a shell reads as it is; absent if there is no safe way to paste it.
 *
 * @param word a path or an id: untrusted text.
 * @param platform the operating system.
 */
export function quoteWord(word: string, platform: NodeJS.Platform = process.platform): string | undefined {
  // A terminal obeys control characters, also if they are pasted between quotes.
  if (word === "" || visibleLine(word) !== word) return undefined;
  if (/^[\w@%+=:,./-]+$/.test(word) && platform !== "win32") return word;
  // Some shells read it as an escape between quotes, too.
  if (platform !== "win32" && word.includes("\\")) return undefined;
  if (platform !== "win32") return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  // Quotes that mean the same in both shells of Windows; in them these characters are obeyed.
  return /["\u201C-\u201E$`%!^&|<>]/.test(word) ? undefined : `"${word}"`;
}

/**
 * The command that continues a session, to be pasted into a shell.
 *
 * @param row the session.
 * @param cwd the folder of the shell.
 * @param platform the operating system.
 * @returns the command; absent if the id or the folder of the session cannot be pasted safely, or its client cannot resume it.
 */
export function resumeCommand(
  { id, cwd: ranIn, client }: Pick<SessionRow, "id" | "cwd" | "client">,
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const resume = resumeWords({ id, client })?.join(" ");
  if (resume === undefined) return undefined;
  if (ranIn === undefined || ranIn === cwd) return resume;
  // `cd` would read a name that begins with `-` as an option.
  const folder = ranIn.startsWith("-") ? undefined : quoteWord(ranIn, platform);
  return folder === undefined ? undefined : `cd ${folder} && ${resume}`;
}
