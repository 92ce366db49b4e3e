import type { Root, Session, ThreadNode } from "@ccdag/ccast";
import { callsIn, hasFailed, type PlacedCall } from "./calls-in.ts";
import { findStates, isKnown, isShown, type CallStates } from "./chain.ts";
import { restoreTabs } from "./change.ts";
import { hunksBetween } from "./hunks-between.ts";
import { countLines } from "./hunks.ts";
import type { EditCall } from "./file-call.ts";
import { changesOneOf, isEdit, readCall } from "./read-call.ts";
import type { Edit, EditReport, FileEdits, FileKnowledge } from "./types.ts";

/** Which edits are listed. */
export interface EditOptions {
  /** Names of tools (default: all that change files). */
  readonly tools?: readonly string[] | undefined;
  /** Only the edits of this session; those before it on the path say what was in the files (default: all). */
  readonly sessionId?: string | undefined;
  /** Whether the edits of a file are listed, and its failed calls counted (default: of all files). */
  readonly isMeant?: ((path: string) => boolean) | undefined;
}

/**
 * List the edits on a path, and those of the agents that were spawned on it, with what is known of the files.
 *
 * @param tree the tree of one path, as `sessionPaths` or `pathTo` of `@ccdag/ccast` give it; of a tree with other branches
 *   every edit is listed.
 * @param options which edits.
 */
export function editsOf(tree: Root, { tools, sessionId, isMeant }: EditOptions = {}): EditReport {
  const calls = callsIn(tree, (call) => call.name === "Read" || isEdit(call));
  const isWanted = ({ call: { name }, by }: PlacedCall) =>
    (tools?.includes(name) ?? true) && (sessionId === undefined || by.sessionId === sessionId);
  const found = calls.flatMap((placed, order) => {
    const { result } = placed.call;
    const own = result === undefined || result.isError ? [] : readCall(placed.call);
    return own.map((call) => ({ placed, call, order }));
  });
  const files = new Map<string, OrderedStep[]>();
  for (const [at, step] of findStates(found.map(({ call }) => call)).entries()) {
    const { placed, order } = found[at]!;
    const list = files.get(step.call.path) ?? [];
    files.set(step.call.path, list);
    list.push({ placed, step, order });
  }
  const end = lastSession(tree);
  return {
    sessionId: end?.sessionId,
    cwd: end?.cwd,
    files: [...files].flatMap(([path, list]) =>
      isMeant === undefined || isMeant(path) ? (toFile(path, list, isWanted) ?? []) : [],
    ),
    failed: calls.filter((placed) => isWanted(placed) && hasFailed(placed.call) && changesOneOf(placed.call, isMeant))
      .length,
  };
}

interface OrderedStep {
  readonly placed: PlacedCall;
  readonly step: CallStates;
  readonly order: number;
}

/** The session at the end of a path. */
function lastSession(tree: Root): Session | undefined {
  let last: ThreadNode = tree;
  for (let next: ThreadNode | undefined = tree; next;) {
    if (next.type === "session") last = next;
    next = next.children.findLast((child) => child.type === "session" || child.type === "branch") as
      | ThreadNode
      | undefined;
  }
  return last.type === "session" ? last : undefined;
}

function toFile(
  path: string,
  list: readonly OrderedStep[],
  isWanted: (placed: PlacedCall) => boolean,
): FileEdits | undefined {
  const edits: Edit[] = [];
  let last: CallStates | undefined;
  let isChangedLater = false;
  for (const { placed, step, order } of list) {
    const isChanged =
      last !== undefined && isKnown(last.after) && isKnown(step.before) && last.after.content !== step.before.content;
    if (step.call.kind === "read") {
      isChangedLater ||= isChanged;
      continue;
    }
    last = step;
    isChangedLater = false;
    if (isWanted(placed))
      edits.push({
        ...toEdit(step as CallStates<EditCall>, placed),
        order,
        isChangedOutside: isChanged && edits.length > 0,
      });
  }
  return edits.length === 0 ? undefined : { path, edits, known: knowledgeOf(edits), isChangedLater };
}

function toEdit(
  { call, before, after }: CallStates<EditCall>,
  { call: node, message, by }: PlacedCall,
): Omit<Edit, "order" | "isChangedOutside"> {
  const hunks = restoreTabs(call.change);
  return {
    tool: node.name,
    toolUseId: node.id,
    uuid: message.uuid,
    by,
    timestamp: node.result?.timestamp ?? message.timestamp,
    isUserModified: call.isUserModified,
    before,
    after,
    hunks,
    movedFrom: call.movedFrom,
    movedTo: call.movedTo,
    ...linesOfEdit(),
  };

  function linesOfEdit(): Pick<Edit, "added" | "removed"> {
    if (isKnown(before) && isKnown(after))
      return countLines(hunks ?? hunksBetween(before.content ?? "", after.content ?? ""));
    return hunks === undefined ? {} : countLines(hunks);
  }
}

function knowledgeOf(edits: readonly Edit[]): FileKnowledge {
  if (isKnown(edits[0]!.before) && isKnown(edits.at(-1)!.after)) return "whole";
  return edits.every(isShown) ? "partial" : "unknown";
}
