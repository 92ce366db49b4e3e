import { formatCompact, formatCost, formatDuration } from "@ccdag/mdast/amounts";
import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { ServedWords } from "../served-words.ts";
import type { Words } from "../words.ts";
import { formatCount } from "./amounts.ts";
import type { ListedSession, SessionList } from "./listed.ts";

/** What a row is rendered with. */
export interface RowContext extends SessionList {
  readonly words: Words & ServedWords;
  /** The number of each session in the list. */
  readonly numbers: ReadonlyMap<ListedSession, number>;
}

/**
 * Render a session of an index. Its attributes are for the script: `data-p` its project, `data-c` its coding agent, `data-m` its models, `data-t` its
 * last minute since 1970, `data-n` messages, tokens and cost, `data-up` the session that it continues, each by its number.
 */
export function renderRow(listed: ListedSession, context: RowContext): Element {
  const { session, project, client, models, continues } = listed;
  const { words, numbers } = context;
  const { title, href, to, messages, tokens, cost = 0 } = session;
  const marks = {
    dataP: String(project),
    dataC: context.clients.length > 1 ? String(context.clients.indexOf(client)) : undefined,
    dataM: models.map((model) => context.models.indexOf(model)).join(" "),
    dataT: listed.day === "" ? undefined : String(Math.floor(to! / 60_000)),
    dataN: `${messages} ${tokens} ${Number(cost.toFixed(4))}`,
    dataUp: continues && String(numbers.get(continues)!),
  };
  const above = continues && [
    words.continues,
    " ",
    element("a", { href: continues.session.href }, continues.session.title),
  ];
  return element(
    "li",
    { ...marks, className: session.isPending ? ["pending"] : undefined },
    ...(session.isRunning ? [element("span", { className: ["running"] }, words.running)] : []),
    element("a", { href }, title),
    ...(above ? [element("p", { className: ["up"] }, ...above)] : []),
    ...(session.prompt ? [element("p", {}, session.prompt)] : []),
    renderEnd(session, words),
    element(
      "p",
      { className: ["facts"] },
      ...renderTimeOf(listed),
      ...renderProject(listed, context),
      factsOf(listed, context),
    ),
  );
}

/** The beginning of the last answer, or why there is none. */
function renderEnd({ end = "answered", outcome = "" }: ListedSession["session"], words: Words): Element[] {
  const isAnswered = end === "answered";
  if (isAnswered && outcome === "") return [];
  const why = isAnswered
    ? []
    : [
        element("b", { className: end === "failed" ? ["bad"] : undefined }, words.ends[end]),
        outcome === "" ? "" : ": ",
      ];
  return [element("p", { className: ["end"] }, ...why, outcome)];
}

/** The time at which a session began: of the day at which it ended the hour alone. */
function renderTimeOf({ session: { from }, day }: ListedSession): Array<Element | string> {
  const date = new Date(from ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return [];
  const iso = date.toISOString();
  const text = iso.slice(0, 10) === day ? iso.slice(11, 16) : iso.slice(0, 16).replace("T", " ");
  return [element("time", { dateTime: `${iso.slice(0, 19)}Z` }, text), " · "];
}

/** The name of the project, which the style hides where sessions are grouped by it. */
function renderProject({ project }: ListedSession, { projects }: RowContext): Element[] {
  return projects.length > 1 ? [element("span", {}, projects[project]!.name, " · ")] : [];
}

function factsOf({ session, client, models }: ListedSession, { words, clients }: RowContext): string {
  const { from, to, messages, tokens, branches, agents, files = 0, cost = 0, unpriced = 0 } = session;
  const counts = [
    [messages, words.messages],
    [files, words.changedFiles],
    [agents, words.agents],
    // One way on is no branch to look at.
    [branches > 1 ? branches : 0, words.branches],
  ] as const;
  return [
    ...(from !== undefined && to !== undefined && to > from ? [formatDuration(to - from)] : []),
    ...counts.flatMap(([number, noun]) => (number === 0 ? [] : [formatCount(number, noun)])),
    ...(tokens > 0 ? [formatCount(tokens, words.tokens, formatCompact)] : []),
    ...(cost > 0 || unpriced > 0 ? [formatCost(cost, unpriced)] : []),
    ...(clients.length > 1 ? [client] : []),
    ...models,
  ].join(" · ");
}
