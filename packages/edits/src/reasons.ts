import { isShown, isWhole } from "./chain.ts";
import type { NameProblem } from "./name.ts";
import type { Edit, FileEdits } from "./types.ts";

/**
 * What there is to know of the patch of a file.
 *
 * - `outside`, `git-folder`: it is not in the folder of the patch, or in a folder that git refuses; so it is in no patch.
 * - `not-recorded`: of an edit neither content nor hunks are known; so the file is in no patch.
 * - `hunks-only`: of an edit only the recorded hunks are known, in which clients write blanks for leading tabs.
 * - `moved`: the file was moved away, and what was in it is not known; the patch of its new place has both.
 * - `changed-outside`: something else changed the file before an edit; the patch contains that.
 * - `changed-later`: something else changed the file after the last edit; the patch does not contain that.
 * - `call-only`: the result of an edit has no fields, so what the call asked for counts.
 * - `encoding`: the text has characters that stand for bytes that could not be read.
 * - `unchanged`: the last edit left what was there before the first one.
 */
type ReasonKind =
  | NameProblem
  | "not-recorded"
  | "hunks-only"
  | "moved"
  | "changed-outside"
  | "changed-later"
  | "call-only"
  | "encoding"
  | "unchanged";

/** A {@link ReasonKind} with the edits that it is about. */
export interface PatchReason {
  readonly kind: ReasonKind;
  /** Empty if it is about the file. */
  readonly edits: readonly Edit[];
}

/**
 * The reasons of a file, the most important first.
 *
 * @param file the file.
 * @param problem why it cannot be in a patch, if it cannot.
 * @param isEndsOnly whether the patch needs no state between the first and the last one.
 */
export function listReasons(
  { edits, known, isChangedLater }: FileEdits,
  problem: NameProblem | undefined,
  isEndsOnly: boolean,
): PatchReason[] {
  if (problem !== undefined) return [{ kind: problem, edits: [] }];
  const [first, last] = [edits[0]!, edits.at(-1)!];
  const isUnchanged = known === "whole" && first.before.content === last.after.content;
  const found: PatchReason[] = [
    { kind: "not-recorded", edits: isEndsOnly ? [] : edits.filter((edit) => !isShown(edit)) },
    { kind: "hunks-only", edits: isEndsOnly ? [] : edits.filter((edit) => edit.hunks !== undefined && !isWhole(edit)) },
    { kind: "moved", edits: isEndsOnly ? [] : edits.filter((edit) => edit.movedTo !== undefined && !isWhole(edit)) },
    { kind: "changed-outside", edits: edits.slice(1).filter(({ isChangedOutside }) => isChangedOutside) },
    { kind: "call-only", edits: edits.filter(({ after }) => after.evidence === "called") },
  ];
  const ofFile: Array<ReasonKind | false> = [
    isChangedLater && "changed-later",
    edits.some(isDamaged) && "encoding",
    isUnchanged && "unchanged",
  ];
  return [
    ...found.filter((reason) => reason.edits.length > 0),
    ...ofFile.flatMap((kind) => (kind === false ? [] : [{ kind, edits: [] }])),
  ];
}

function isDamaged({ before, after }: Edit): boolean {
  return [before, after].some(({ content }) => typeof content === "string" && /[\uFFFD\p{Surrogate}]/u.test(content));
}

/** The sentence of each reason; `which` names the edits. */
const sentences: Readonly<Record<ReasonKind, (which: string) => string>> = {
  outside: () => "not in the patch: it is outside the folder of the patch",
  "git-folder": () => "not in the patch: git refuses names in .git",
  "not-recorded": (which) => `not in the patch: the transcript does not show what was changed by ${which}`,
  "hunks-only": (which) =>
    `the whole file is not known before ${which}; if the file has leading tabs, use git apply --ignore-whitespace`,
  moved: () => "it was moved, see its new path",
  "changed-outside": (which) =>
    `contains a change that was made outside of the session, or by a command, before ${which}`,
  "changed-later": () =>
    "does not contain a change that was made outside of the session, or by a command, after the last edit",
  "call-only": (which) => `as the call says, because the result has no content: ${which}`,
  encoding: () => "the file may not be UTF-8, and the patch may not apply",
  unchanged: () => "the last edit restored what was there before the first one",
};

/**
 * Say a reason in one sentence, without a full stop.
 *
 * @param reason from a patch. Its sentence may contain ids of the transcript: untrusted text.
 */
export function describeReason({ kind, edits }: PatchReason): string {
  return sentences[kind](edits.map(idOf).join(", "));
}

function idOf({ tool, uuid, toolUseId }: Edit): string {
  return `${tool} ${uuid ?? toolUseId}`;
}
