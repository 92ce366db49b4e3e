import { applyChange, undoChange } from "./change.ts";
import { applyHunks, reverseHunks } from "./hunks.ts";
import { withoutTabs } from "./text-lines.ts";
import type { EditCall, FileCall } from "./read-call.ts";
import type { ContentState } from "./types.ts";

/** A call with the states of its file. */
export interface CallStates<Call extends FileCall = FileCall> {
  readonly call: Call;
  before: ContentState;
  after: ContentState;
}

const unknown: ContentState = {};

/**
 * Find the states of a file before and after each call.
 *
 * First from the beginning: what a result records counts most, else the state that the call before left, if the change fits it.
 * Then from the end: what is not known yet is found by undoing edits of a later state.
 *
 * @param calls the calls on one file, in their order.
 */
export function findStates(calls: readonly FileCall[]): CallStates[] {
  const steps: CallStates[] = [];
  let current = unknown;
  for (const call of calls) {
    const step = call.kind === "read" ? readStep(call) : editStep(call, current);
    steps.push(step);
    current = step.after;
  }
  let later = unknown;
  for (const step of steps.toReversed()) {
    if (step.call.kind === "edit") lookBack(step.call, step, later);
    later = step.before;
  }
  return steps;
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
  if (hunks === undefined || after === undefined) return true;
  // The hunks show tabs as blanks.
  return applyHunks(withoutTabs(content ?? ""), hunks) === withoutTabs(after);
}

function lookBack(call: EditCall, step: CallStates, later: ContentState): void {
  if (!isKnown(step.after) && !isKnown(step.before) && typeof later.content === "string") {
    const content = undoChange(later.content, call.change);
    if (content === undefined) return;
    step.before = { content, evidence: "later" };
    step.after = { content: later.content, evidence: "later" };
  } else if (!isKnown(step.before) && call.after !== undefined && call.change.hunks) {
    const content = applyHunks(call.after, reverseHunks(call.change.hunks));
    // Hunks whose tabs were lost do not lead back.
    if (content !== undefined && !call.after.includes("\t")) step.before = { content, evidence: "later" };
  }
}

/** Whether the content of a file is known, or that there was none. */
export function isKnown({ content }: ContentState): boolean {
  return content !== undefined;
}
