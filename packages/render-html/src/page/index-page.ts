import { formatDuration, formatNumber } from "@ccdag/mdast";
import type { Element } from "hast";
import { indexScript, indexScriptHash, liveScript, liveScriptHash } from "../generated.ts";
import { element } from "../tree/element.ts";
import { toShell } from "./shell.ts";
import { renderNested } from "./nested.ts";
import { renderTime } from "./time.ts";
import { defaultWords, type Words } from "./words.ts";

/** A session in an index. */
export interface IndexSession {
  readonly title: string;
  /** The address of its page. */
  readonly href: string;
  /** Its nesting level, from 0: it continues the last session before it whose level is one lower. */
  readonly depth: number;
  /** Its first and last time, in milliseconds since 1970 (default: not shown). */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly models: readonly string[];
  /** Input and output tokens together. */
  readonly tokens: number;
  /** A count of 0 is not shown, here and for branches and agents. */
  readonly messages: number;
  readonly branches: number;
  readonly agents: number;
  /** What its API calls cost, as it is shown (default: not shown). */
  readonly cost?: string | undefined;
}

/** A project in an index. */
export interface IndexProject {
  readonly title: string;
  /** In reading order, each after the session that it continues. */
  readonly sessions: readonly IndexSession[];
}

/** Options of {@link toIndexPage}. */
export interface IndexOptions {
  /** The title of the page (default: `words.sessions`, in English `Sessions`). */
  readonly title?: string | undefined;
  /** The language of the labels, for `<html lang>` (default: `en`). */
  readonly lang?: string | undefined;
  /** Labels that replace the English ones. */
  readonly words?: Partial<Words> | undefined;
  /**
   * The folder of a search index, relative to the page, with `/` at its end: the search then covers the text of all pages
   * (default: titles only).
   */
  readonly search?: string | undefined;
  /** The address of server-sent events; the page then updates itself (default: a static page). */
  readonly live?: string | undefined;
}

/**
 * Render the page that lists projects and their sessions, each session below the one that it continues.
 *
 * @param projects the projects, in the order of the page.
 * @param options title, language, labels and search.
 * @returns the whole page as HTML.
 */
export function toIndexPage(projects: readonly IndexProject[], options: IndexOptions = {}): string {
  const words = { ...defaultWords, ...options.words };
  const title = options.title ?? words.sessions;
  const { live } = options;
  const script = [indexScript, indexScriptHash] as const;
  const liveData: Record<string, string> = live === undefined ? {} : { live, lost: words.lost, gone: words.gone };
  const search = element(
    "div",
    { className: ["search"], hidden: true, role: "search", dataIndex: options.search },
    element("input", { type: "search", ariaLabel: words.find, placeholder: words.find }),
    element("output", {}),
  );
  const bar = element("header", { className: ["bar"] }, element("p", {}, title), search);
  const results = element("ol", { className: ["results"], hidden: true });
  const main = element(
    "main",
    { id: "content", className: ["main", "index"] },
    element("h1", {}, title),
    element("p", { className: ["zone"] }, words.utc),
    results,
    projects.map((one) => renderProject(one, words)),
  );
  return toShell([bar, main], {
    title,
    lang: options.lang,
    scripts: live === undefined ? [script] : [script, [liveScript, liveScriptHash]],
    hasSearch: options.search !== undefined,
    isLive: live !== undefined,
    data: { none: words.nowhere, titlesOnly: words.titlesOnly, local: words.local, ...liveData },
  });
}

function renderProject({ title, sessions }: IndexProject, words: Words): Element {
  return element(
    "section",
    { className: ["project"] },
    element("h2", {}, title),
    renderNested(sessions, (one) => renderSession(one, words)),
  );
}

function renderSession(
  { title, href, from, to, models, tokens, messages, branches, agents, cost = "" }: IndexSession,
  words: Words,
): Element {
  const facts = [
    ...(from !== undefined && to !== undefined && to > from ? [formatDuration(to - from)] : []),
    ...models,
    ...count(messages, words.messages),
    ...count(tokens, words.tokens),
    ...count(branches, words.branches),
    ...count(agents, words.agents),
    ...(cost === "" ? [] : [cost]),
  ].join(" · ");
  const when = renderTime(from);
  return element("li", {}, element("a", { href }, title), element("p", {}, ...(when ? [when, " · "] : []), facts));
}

function count(number: number, [one, many]: readonly [string, string]): string[] {
  return number === 0 ? [] : [`${formatNumber(number)} ${number === 1 ? one : many}`];
}
