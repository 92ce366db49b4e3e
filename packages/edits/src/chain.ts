import { applyChange, undoChange } from "./change.ts";
import { applyHunks, reverseHunks } from "./hunks.ts";
import { withoutTabs } from "./text-lines.ts";
import type { EditCall, FileCall } from "./file-call.ts";
import type { ContentState, Edit } from "./types.ts";

/** A call with the states of its file. */
export interface CallStates<Call extends FileCall = FileCall> {
  readonly call: Call;
  before: ContentState;
  after: ContentState;
}

const unknown: ContentState = {};

/**
 * Find the states of files before and after each call.
 *
 * First from the beginning: what a result records counts most, else the state that the call before left, if the change fits it.
 * Then from the end: what is not known yet is found by undoing edits of a later state.
 *
 * @param calls the calls on all files, in their order.
 * @returns a step for each call.
 */
export function findStates(calls: readonly FileCall[]): CallStates[] {
  const steps: CallStates[] = [];
  const current = new Map<string, ContentState>();
  for (const call of calls) {
    const before = current.get(call.path) ?? unknown;
    const step =
      call.kind === "read"
        ? readStep(call)
        : call.movedFrom !== undefined
          ? moveStep(call, current.get(call.movedFrom) ?? unknown)
          : editStep(call, before);
    steps.push(step);
    current.set(call.path, step.after);
  }
  const later = new Map<string, ContentState>();
  for (const step of steps.toReversed()) {
    const { call } = step;
    if (call.kind === "edit" && call.movedFrom === undefined) lookBack(call, step, later.get(call.path) ?? unknown);
    later.set(call.path, step.before);
  }
  return steps;
}

/** A file comes from another place: what was there, changed. */
function moveStep(call: EditCall, { content: old }: ContentState): CallStates {
  const hasChange = call.change.replacements.length > 0 || (call.change.hunks?.length ?? 0) > 0;
  const content = typeof old !== "string" || !hasChange ? old : applyChange(old, call.change);
  const after: ContentState = typeof content === "string" ? { content, evidence: "edited" } : unknown;
  return { call, before: { content: null, evidence: "recorded" }, after };
}

function readStep(call: FileCall & { kind: "read" }): CallStates {
  const state: ContentState = { content: call.content, evidence: "read" };
  return { call, before: state, after: state };
}

function editStep(call: EditCall, current: ContentState): CallStates {
  const recorded: ContentState = call.before === undefined ? unknown : { content: call.before, evidence: "recorded" };
  if (call.after !== undefined) {
    const before = call.before === undefined && isFitting(call, current) ? current : recorded;
    return { call, before, after: { content: call.after, evidence: call.isFromCall ? "called" : "written" } };
  }
  const before = call.before === undefined ? current : recorded;
  const content = isKnown(before) ? applyChange(before.content ?? "", call.change) : undefined;
  const after: ContentState = content === undefined ? unknown : { content, evidence: "edited" };
  // A state that an edit does not fit is not the one before it.
  return { call, before: content === undefined && call.before === undefined ? unknown : before, after };
}

/** Whether a file that is written anew may have had a content before: the recorded hunks, if there are any, must agree. */
function isFitting({ after, change: { hunks } }: EditCall, { content }: ContentState): boolean {
  if (content === undefined) return false;
  if (hunks === undefined || typeof after !== "string") return true;
  // The hunks show tabs as blanks.
  return applyHunks(withoutTabs(content ?? ""), hunks) === withoutTabs(after);
}

function lookBack(call: EditCall, step: CallStates, later: ContentState): void {
  if (!isKnown(step.after) && !isKnown(step.before) && typeof later.content === "string") {
    const content = undoChange(later.content, call.change);
    if (content === undefined) return;
    step.before = { content, evidence: "later" };
    step.after = { content: later.content, evidence: "later" };
  } else if (!isKnown(step.before) && typeof call.after === "string" && call.change.hunks) {
    const content = applyHunks(call.after, reverseHunks(call.change.hunks));
    // Hunks whose tabs were lost do not lead back.
    if (content !== undefined && !call.after.includes("\t")) step.before = { content, evidence: "later" };
  }
}

/** Whether the content of a file is known, or that there was none. */
export function isKnown({ content }: ContentState): boolean {
  return content !== undefined;
}

/** Whether the content before and after an edit are known. */
export function isWhole({ before, after }: Pick<Edit, "before" | "after">): boolean {
  return isKnown(before) && isKnown(after);
}

/** Whether it is known what an edit changed. Of a file that was moved away, the edit at its new place says so. */
export function isShown(edit: Edit): boolean {
  return isWhole(edit) || edit.hunks !== undefined || edit.movedTo !== undefined;
}
