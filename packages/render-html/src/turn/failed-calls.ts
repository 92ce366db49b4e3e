import { anchorName, type Details, type SessionOverview } from "@ccdag/mdast";
import type { Element } from "hast";
import type { Nodes, Root } from "mdast";
import { callName } from "../changes/change-views.ts";
import { formatCount } from "../page/index/amounts.ts";
import { element } from "../tree/element.ts";
import { withSign } from "../tree/sign.ts";
import type { WorkWords } from "./work-words.ts";

/** A call that failed, and where it is. */
export interface FailedCall {
  readonly call: Details;
  /** The number of its turn. */
  readonly turn: number | undefined;
  /** The title of the agent that made it; absent for a call of the session itself. */
  readonly agent: string | undefined;
}

/** The failed calls of each session of a document, in reading order; those of agents and abandoned branches included. */
export function failedCalls(document: Root): Map<SessionOverview, FailedCall[]> {
  const sessions = new Map<SessionOverview, FailedCall[]>();
  const stack: Frame[] = [{ node: document, session: undefined, turn: undefined, agent: undefined }];
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { node } = frame;
    let { session, turn, agent } = frame;
    if (node.type === "section") {
      session = node.session ?? session;
      turn = node.turn?.number ?? turn;
    }
    if (node.type === "details" && node.call?.hasFailed && session) {
      const found = sessions.get(session) ?? [];
      sessions.set(session, found);
      found.push({ call: node, turn, agent });
    }
    if (node.type === "details") agent = node.landmark?.title ?? agent;
    if (node.type === "root" || node.type === "section" || node.type === "details")
      for (const child of node.children.toReversed()) stack.push({ node: child, session, turn, agent });
  }
  return sessions;
}

interface Frame extends Omit<FailedCall, "call"> {
  readonly node: Nodes;
  readonly session: SessionOverview | undefined;
}

/** The list of the failed calls of a session; `undefined` for none. */
export function renderFailed(
  { sessionId }: SessionOverview,
  calls: readonly FailedCall[] | undefined,
  words: WorkWords,
): Element | undefined {
  if (calls === undefined) return undefined;
  const summary = element(
    "summary",
    {},
    element("b", {}, words.failedCalls),
    " ",
    element("span", { className: ["facts"] }, formatCount(calls.length, words.calls)),
  );
  const rows = calls.map(({ call, turn, agent }) => {
    const where = [...(turn === undefined ? [] : [`${words.turn} ${turn}`]), ...(agent === undefined ? [] : [agent])];
    const href = `#${call.landmark?.name ?? callName(call.call!.id)}`;
    const link = element("a", { href }, withSign([{ type: "text", value: call.summary }]));
    // The style shows it: as text it would be on the page, and be found, twice.
    const dataError = call.call!.error || undefined;
    return element("li", { dataError }, link, " ", element("small", {}, where.join(" · ")));
  });
  const id = anchorName(`failed-${sessionId}`);
  return element("details", { id, className: ["failures"] }, summary, element("ul", {}, rows));
}
