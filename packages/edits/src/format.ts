import { hunksBetween } from "./hunks-between.ts";
import { quoteName } from "./name.ts";
import type { Hunk } from "./types.ts";

/**
 * Write the change of a whole file for `git apply`.
 *
 * @param name relative to the folder of the patch.
 * @param before the old text; `null` if there was no file.
 * @param after the new text; `null` if the file is gone.
 * @returns the patch; empty if nothing changed.
 */
export function formatChange(name: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const hunks = hunksBetween(before ?? "", after ?? "");
  return formatHunks(name, hunks, before === null ? "new" : after === null ? "deleted" : undefined);
}

/**
 * Write hunks of a file for `git apply`.
 *
 * @param name relative to the folder of the patch.
 * @param hunks in the order of the file.
 * @param mode whether the file is made or deleted (default: it is changed).
 */
export function formatHunks(name: string, hunks: readonly Hunk[], mode?: "new" | "deleted"): string {
  const [old, fresh] = [quoteName(`a/${name}`), quoteName(`b/${name}`)];
  const head = [`diff --git ${old} ${fresh}`, ...(mode === undefined ? [] : [`${mode} file mode 100644`])];
  if (hunks.length > 0) {
    head.push(`--- ${mode === "new" ? "/dev/null" : withTab(old)}`);
    head.push(`+++ ${mode === "deleted" ? "/dev/null" : withTab(fresh)}`);
  }
  return [...head, ...hunks.map(formatHunk)].map((line) => `${line}\n`).join("");
}

/**
 * Write the move of a file, and what was changed in it, for `git apply`.
 *
 * @param from its old name, relative to the folder of the patch.
 * @param to its new name.
 * @param hunks in the order of the file; none if it was only moved.
 */
export function formatMove(from: string, to: string, hunks: readonly Hunk[]): string {
  const [old, fresh] = [quoteName(`a/${from}`), quoteName(`b/${to}`)];
  const names = [`rename from ${quoteName(from)}`, `rename to ${quoteName(to)}`];
  const head = [`diff --git ${old} ${fresh}`, ...names];
  if (hunks.length > 0) head.push(`--- ${withTab(old)}`, `+++ ${withTab(fresh)}`);
  return [...head, ...hunks.map(formatHunk)].map((line) => `${line}\n`).join("");
}

/** A name with a blank is followed by a tab: other programs read it up to the first blank. */
function withTab(name: string): string {
  return name.includes(" ") ? `${name}\t` : name;
}

function formatHunk({ oldStart, newStart, lines }: Hunk): string {
  const count = (other: string) => lines.filter((line) => !line.startsWith(other) && !line.startsWith("\\")).length;
  return [`@@ -${range(oldStart, count("+"))} +${range(newStart, count("-"))} @@`, ...lines].join("\n");
}

/** A side without lines is named by the line before it. */
function range(start: number, count: number): string {
  return `${count === 0 ? Math.max(0, start - 1) : start},${count}`;
}

/**
 * Write a comment between patches. `git apply` skips it; a line ending in it, or any other control character, would end it.
 *
 * @param text one sentence, in which untrusted text may occur.
 */
export function formatComment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD")}\n`;
}
