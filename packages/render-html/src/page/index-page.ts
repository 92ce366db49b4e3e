import { formatDuration, formatNumber } from "@ccdag/mdast";
import type { Element } from "hast";
import { indexScript, indexScriptHash } from "../generated.ts";
import { element } from "../tree/element.ts";
import { toShell } from "./shell.ts";
import { renderNested } from "./nested.ts";
import { renderTime } from "./time.ts";
import { defaultWords, type Words } from "./words.ts";

/** A session in an index. */
export interface IndexSession {
  readonly title: string;
  /** Where it is told. */
  readonly href: string;
  /** How many sessions it stands below: it continues the one above it that is one less deep. */
  readonly depth: number;
  /** Its first and last time, in milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly models: readonly string[];
  /** Tokens that were read and written. */
  readonly tokens: number;
  readonly messages: number;
  readonly branches: number;
  readonly agents: number;
}

/** A project in an index. */
export interface IndexProject {
  readonly title: string;
  /** In reading order, each after the one that it continues. */
  readonly sessions: readonly IndexSession[];
}

/** Options of {@link toIndexPage}. */
export interface IndexOptions {
  /** Default: `Sessions`. */
  readonly title?: string | undefined;
  readonly lang?: string | undefined;
  readonly words?: Partial<Words> | undefined;
  /** Where Pagefind's module is, relative to the page: then words are searched on all pages (default: titles only). */
  readonly pagefind?: string | undefined;
}

/** A page that lists projects and their sessions, each below the one that it continues (R014). */
export function toIndexPage(projects: readonly IndexProject[], options: IndexOptions = {}): string {
  const words = { ...defaultWords, ...options.words };
  const title = options.title ?? words.sessions;
  const search = element(
    "div",
    { className: ["search"], hidden: true, role: "search", dataPagefind: options.pagefind },
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
    ...projects.map((one) => renderProject(one, words)),
  );
  return toShell([bar, main], {
    title,
    lang: options.lang,
    scripts: [[indexScript, indexScriptHash]],
    hasSearch: options.pagefind !== undefined,
    data: { none: words.nowhere, titlesOnly: words.titlesOnly, local: words.local },
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
  { title, href, from, to, models, tokens, messages, branches, agents }: IndexSession,
  words: Words,
): Element {
  const facts = [
    ...(from !== undefined && to !== undefined && to > from ? [formatDuration(to - from)] : []),
    ...models,
    ...count(messages, words.messages),
    ...count(tokens, words.tokens),
    ...count(branches, words.branches),
    ...count(agents, words.agents),
  ].join(" · ");
  const when = renderTime(from);
  return element("li", {}, element("a", { href }, title), element("p", {}, ...(when ? [when, " · "] : []), facts));
}

function count(number: number, [one, many]: readonly [string, string]): string[] {
  return number === 0 ? [] : [`${formatNumber(number)} ${number === 1 ? one : many}`];
}
