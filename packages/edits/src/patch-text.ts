import type { TextReplacement } from "./change.ts";
import { moved } from "./file-changes.ts";
import type { EditCall } from "./file-call.ts";

/** The text of a patch in the input of a call; empty if there is none. */
export function patchTextOf(input: unknown): string {
  if (typeof input === "string") return input;
  const { input: text, patch, patchText } = (input ?? {}) as Readonly<Record<string, unknown>>;
  const found = [text, patch, patchText].find((one) => typeof one === "string");
  return typeof found === "string" ? found : "";
}

/** A file in a patch. */
interface Section {
  readonly kind: string;
  readonly path: string;
  movedTo?: string;
  /** The lines of each part, with their marks. */
  readonly parts: string[][];
}

/**
 * Read a patch as `apply_patch` takes it: files that are added, updated, moved and deleted, and lines without numbers. What it did
 * is not recorded, so it is what the call says.
 *
 * @param text the patch; other lines than those of a patch are skipped.
 */
export function readPatch(text: string): readonly EditCall[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  for (const line of text.split("\n")) {
    const [, kind, path] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line) ?? [];
    const [, movedTo] = /^\*\*\* Move to: (.+)$/.exec(line) ?? [];
    if (kind !== undefined) {
      section = { kind, path: path!.trim(), parts: [] };
      sections.push(section);
    } else if (line.startsWith("*** End Patch")) section = undefined;
    else if (section === undefined) continue;
    else if (movedTo !== undefined) section.movedTo = movedTo.trim();
    else if (line.startsWith("@@")) section.parts.push([]);
    else if (/^[-+ ]/.test(line) || (line === "" && section.parts.length > 0)) {
      if (section.parts.length === 0) section.parts.push([]);
      section.parts.at(-1)!.push(line === "" ? " " : line);
    }
  }
  return sections.flatMap(toCalls);
}

function toCalls({ kind, path, movedTo, parts }: Section): readonly EditCall[] {
  const common = { kind: "edit", path, isUserModified: false, isFromCall: true } as const;
  const nothing = { replacements: [], hunks: undefined };
  if (kind === "Add") return [{ ...common, before: null, after: side(parts.flat(), "+"), change: nothing }];
  if (kind === "Delete") return [{ ...common, after: null, change: nothing }];
  const replacements = parts.map(toReplacement).filter(({ from, to }) => from !== to);
  const change = { replacements, hunks: undefined };
  return movedTo === undefined || movedTo === path ? [{ ...common, change }] : moved(path, movedTo, change);
}

function toReplacement(lines: readonly string[]): TextReplacement {
  return { from: side(lines, " -"), to: side(lines, " +"), isAll: false };
}

/** The lines with one of some marks, without them. */
function side(lines: readonly string[], marks: string): string {
  return lines.flatMap((line) => (marks.includes(line.charAt(0)) ? [`${line.slice(1)}\n`] : [])).join("");
}
