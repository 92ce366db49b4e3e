import {
  asKnownCall,
  isThread,
  type Message,
  type Nodes,
  type Root,
  type Session,
  type ToolCall,
  toText,
  walk,
} from "@ccdag/ccast";
import { isObject } from "@ccdag/core";
import { changedFiles } from "@ccdag/edits";
import { callTitle, headline, relativeTo } from "@ccdag/mdast";
import { count } from "@ccdag/mdast/amounts";
import { openTodos } from "./open-todos.ts";

/** What sessions did or left, in the order in which it is shown: a noun for each kind. */
export const workKinds: Readonly<Record<WorkKind, string>> = {
  failed: "failed call",
  todo: "open todo",
  plan: "plan",
  pr: "pull request",
  file: "changed file",
};

/** What is listed of sessions. */
export type WorkKind = "failed" | "todo" | "plan" | "pr" | "file";

/** Something that a session did or left, and that one looks for later. */
export interface WorkItem {
  readonly kind: WorkKind;
  /**
   * What a failed call was to do, the words of a todo, the title of a plan, the address of a pull request, the path of a file;
   * paths in the folder of the session are relative to it.
   */
  readonly text: string;
  /** The beginning of the error, whether a todo was begun, what became of a plan, how often a file was changed; may be empty. */
  readonly detail: string;
  /** The type of the agent that did it; absent for the session itself, and for a file. */
  readonly agent?: string | undefined;
  /** The message that holds it; absent for a pull request, and if the record has no uuid. */
  readonly entry?: string | undefined;
  /** The path of a file as it was recorded. */
  readonly path?: string | undefined;
  /** When, in milliseconds since 1970; absent without a time. */
  readonly time?: number | undefined;
}

/** How long texts and details are, in characters. */
const [textChars, detailChars] = [200, 160] as const;

/**
 * What each session did or left: failed calls, open todos, plans, pull requests and changed files. Branches and agents are
 * included, but todos are those of the path on which the person continued.
 *
 * @param tree the finished tree.
 * @param changed the files that sessions changed (default: looked for here).
 * @returns the items of each session, each kind in reading order.
 */
export function sessionWork(
  tree: Root,
  changed: ReturnType<typeof changedFiles> = changedFiles(tree),
): Map<Session, WorkItem[]> {
  const found = new Map<Session, WorkItem[]>();
  const owners = new Map<Nodes, Owner>();
  walk(tree, (node, parent) => {
    const above = parent && owners.get(parent);
    if (node.type === "session") {
      const items: WorkItem[] = [];
      found.set(node, items);
      owners.set(node, { items, agent: undefined, cwd: node.cwd ?? "" });
    } else if (above === undefined) return;
    else if (node.type === "agent") owners.set(node, { ...above, agent: node.agentType ?? node.name ?? "agent" });
    else if (isThread(node)) owners.set(node, above);
    else if (node.type === "message") addCalls(node, above);
  });
  for (const [session, items] of found) {
    const { cwd = "" } = session;
    for (const { text, status, message } of openTodos(session)) {
      const detail = status === "in_progress" ? "in progress" : "";
      items.push({ kind: "todo", text: headline(text, textChars), detail, ...placeOf(message) });
    }
    for (const { url, number } of session.pulls ?? [])
      items.push({ kind: "pr", text: url, detail: number === undefined ? "" : `#${number}` });
    for (const [path, { edits, uuid: entry, timestamp: time }] of changed.get(session.sessionId) ?? [])
      items.push({ kind: "file", text: relativeTo(cwd, path), path, detail: count(edits, "edit"), entry, time });
  }
  return found;
}

interface Owner {
  readonly items: WorkItem[];
  readonly agent: string | undefined;
  /** The folder of the session; empty if it is not known. */
  readonly cwd: string;
}

/** Add the failed calls and the plans of a message. */
function addCalls(message: Message, { items, agent, cwd }: Owner): void {
  for (const call of message.children) {
    // A forked agent begins with copies of calls.
    if (call.type !== "toolCall" || call.repeats?.rule === "forked-call") continue;
    const place = { agent, ...placeOf(message) };
    if (call.result?.isError === true)
      items.push({
        kind: "failed",
        text: relativeTo(cwd, callTitle(call, textChars)),
        detail: errorOf(call),
        ...place,
      });
    // The first line of a plan is its heading.
    const plan = planOf(call);
    if (plan !== undefined)
      items.push({
        kind: "plan",
        text: headline(plan.trim().split("\n", 1)[0]!, textChars),
        detail: endOfPlan(call),
        ...place,
      });
  }
}

function placeOf({ uuid, timestamp }: Message): Pick<WorkItem, "entry" | "time"> {
  return { entry: uuid, time: timestamp };
}

function errorOf({ result }: ToolCall): string {
  // The client puts its own errors into a tag.
  return headline(
    result === undefined ? "" : toText(result).replace(/^<tool_use_error>|<\/tool_use_error>$/g, ""),
    detailChars,
  );
}

/** The words of a plan that a call shows to the person; `undefined` for another call. */
function planOf(call: ToolCall): string | undefined {
  const { name, input, result } = asKnownCall(call);
  if (name !== "ExitPlanMode") return undefined;
  // Newer clients keep the plan in a file, and record it with the result.
  const texts = [input, result?.structured].map((one) => (isObject(one) ? one["plan"] : undefined));
  return texts.find((one): one is string => typeof one === "string" && one.trim() !== "");
}

function endOfPlan({ result }: ToolCall): string {
  if (result === undefined) return "not answered";
  return result.isError === true ? "rejected" : "accepted";
}
