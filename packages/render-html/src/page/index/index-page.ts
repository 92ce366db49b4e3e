import { formatNumber } from "@ccdag/mdast/amounts";
import type { Element } from "hast";
import {
  indexScript,
  indexScriptHash,
  indexStyle,
  indexStyleHash,
  liveScript,
  liveScriptHash,
} from "../../generated.ts";
import { element } from "../../tree/element.ts";
import { toShell } from "../shell.ts";
import { liveWords, type ServedWords, servedWords } from "../served-words.ts";
import { defaultWords, type Words } from "../words.ts";
import { messagesByDay, renderActivity } from "./activity.ts";
import { renderFilters } from "./render-filters.ts";
import { formatCount } from "./amounts.ts";
import { listSessions, type SessionList } from "./listed.ts";
import { renderList } from "./session-list.ts";
import { renderShares, sharesOfModels, sharesOfProjects } from "./shares.ts";
import { renderTotals } from "./totals.ts";
import type { IndexOptions, IndexProject } from "./types.ts";
import { renderWorkLinks } from "./work-links.ts";

/**
 * Render the page that lists sessions, the newest first, with totals, charts and filters. With its script it also groups them
 * by project, each session below the one that it continues.
 *
 * @param projects the projects, with their sessions.
 * @param options title, language, labels and search.
 * @returns the whole page as HTML.
 */
export function toIndexPage(projects: readonly IndexProject[], options: IndexOptions = {}): string {
  const words = { ...defaultWords, ...servedWords, ...options.words };
  const { title = words.sessions, lang = "en", live } = options;
  const list = listSessions(projects);
  const main = element(
    "main",
    { id: "content", className: ["main", "index"] },
    renderSummary(list, options, words),
    element(
      "div",
      { className: ["sessions"] },
      renderProgress(options.progress, words),
      renderFilters(list, words),
      element(
        "section",
        { className: ["texts"], hidden: true },
        element("h2", {}, words.inTexts),
        element("ol", { className: ["results"] }),
      ),
      renderList(list, words, lang),
    ),
  );
  return toShell([renderBar(title, options, words), main], {
    title,
    lang,
    style: [indexStyle, indexStyleHash],
    scripts: [[indexScript, indexScriptHash], ...(live === undefined ? [] : [[liveScript, liveScriptHash] as const])],
    loadsScripts: options.search !== undefined,
    isLive: live !== undefined,
    data: { ...labelsOf(words), ...(live === undefined ? {} : { live, ...liveWords(words) }) },
  });
}

/** The labels that the script needs. */
function labelsOf(words: Words): Record<string, string> {
  const counts = [words.sessionCount, words.messages, words.tokens];
  return {
    none: words.nowhere,
    titlesOnly: words.titlesOnly,
    local: words.local,
    of: words.of,
    counts: counts.map((nouns) => nouns.join("/")).join(),
    noTime: words.noTime,
    noMatch: words.noMatch,
    show: words.showOnly,
  };
}

function renderBar(title: string, { search: index, above, live }: IndexOptions, words: Words & ServedWords): Element {
  const search = element(
    "div",
    { className: ["search"], hidden: true, role: "search", dataIndex: index },
    element("input", { type: "search", ariaLabel: words.find, placeholder: words.find }),
    element("output", {}),
    live === undefined || index !== undefined
      ? []
      : element("button", { type: "button", className: ["choice"], dataDo: "texts" }, words.findTexts),
  );
  const up = above === undefined ? [] : [element("a", { href: above, rel: ["up"] }, words.allProjects)];
  return element("header", { className: ["bar"] }, ...up, element("h1", {}, title), search);
}

/** How far reading is; nothing once all is read. */
function renderProgress(progress: IndexOptions["progress"], words: Words & ServedWords): Element[] {
  if (progress === undefined) return [];
  const { done, of } = progress;
  const said = `${formatNumber(done)} ${words.of} ${formatCount(of, words.sessionCount)} ${words.areRead}`;
  return [
    element(
      "p",
      { className: ["progress"], role: "status" },
      element("progress", { value: String(done), max: String(of) }),
      ` ${said}`,
    ),
  ];
}

/** Totals and charts; an index without facts has none. */
function renderSummary(list: SessionList, { work }: IndexOptions, words: Words): Element[] {
  const days = messagesByDay(list.sessions);
  if (days.size === 0) return [];
  const shares = [
    ...renderShares(words.project, sharesOfProjects(list), words),
    ...renderShares(words.model, sharesOfModels(list), words),
  ];
  const charts = [
    ...renderActivity(days, words),
    ...(shares.length === 0 ? [] : [element("div", { className: ["shares"] }, shares)]),
  ];
  const sessions = list.sessions.map(({ session }) => session);
  return [
    renderTotals(list.sessions, days.size, words),
    ...(work === undefined ? [] : renderWorkLinks(sessions, work, words)),
    ...(charts.length === 0
      ? []
      : [element("details", { className: ["charts"], open: true }, element("summary", {}, words.charts), charts)]),
  ];
}
